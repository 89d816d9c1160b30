/* What a JSON Schema says of a place in a YAML text: the keys and values that may be there, and what they are for. */

/** @import { Step, YamlPlace } from "./text-place.js" */
/** @typedef {Record<string, any>} Schema */
/** Something that may be written: a key or a value, what kind it is, and what it is for. @typedef {{ name: string, kind: string, help: string }} Choice */

/** Whether a mapping with these plain values meets a condition, as far as conditions of our schemas go.
    @param {Schema} condition @param {Record<string, string>} beside @returns {boolean} */
const meets = ({ required = [], properties = {}, not }, beside) => required.every((/** @type {string} */ name) => name in beside)
  && Object.entries(properties).every(([name, { const: wanted }]) => !(name in beside) || wanted === undefined || String(wanted) === beside[name])
  && !(not && meets(not, beside));

/** A schema and all that it refers to or chooses from, for a mapping with these plain values.
    @param {Schema} root @param {Schema} schema @param {Record<string, string>} beside @returns {Schema[]} */
function options(root, schema, beside, depth = 0) {
  if (!schema || typeof schema !== "object" || depth > 12) return [];
  const more = [...schema.anyOf ?? [], ...schema.oneOf ?? [], ...schema.allOf ?? []];
  if (schema.$ref) more.push(root.$defs?.[schema.$ref.split("/").at(-1)]);
  if (schema.if) more.push(meets(schema.if, beside) ? schema.then : schema.else);
  return [schema, ...more.flatMap((one) => options(root, one, beside, depth + 1))];
}

/** The schemas of an entry. @param {Schema} schema @param {string} key @returns {Schema[]} */
function entry({ items, prefixItems = [], properties = {}, patternProperties = {}, additionalProperties }, key) {
  if (key === "*") return [items, ...prefixItems].filter(Boolean);
  if (Object.hasOwn(properties, key)) return [properties[key]];
  const fitting = Object.entries(patternProperties).filter(([pattern]) => new RegExp(pattern, "u").test(key)).map(([, one]) => one);
  return fitting.length || typeof additionalProperties !== "object" ? fitting : [additionalProperties];
}

/** The schemas of the value that steps lead to, and those of the last step before it was opened.
    @param {Schema} root @param {readonly Step[]} steps @returns {Schema[]} */
const reach = (root, steps) => steps.reduce((/** @type {Schema[]} */ schemas, { key, beside }) => schemas.flatMap((schema) => options(root, schema, beside).flatMap((one) => entry(one, key))), [root]);

/** @param {Schema} root @param {Schema[]} schemas */
const helpOf = (root, schemas) => {
  for (const schema of schemas) for (const one of options(root, schema, {})) if (one?.description) return String(one.description);
  return "";
};

/** @param {Schema} root @param {Schema[]} schemas */
const kindsOf = (root, schemas) => [...new Set(schemas.flatMap((schema) => options(root, schema, {})).flatMap(({ type, enum: values, const: value }) => (
  values ? values.slice(0, 4).map(String) : value !== undefined ? [String(value)] : [type].flat())).filter((one) => one && one !== "null"))].slice(0, 4).join(" | ");

/** The keys that a mapping may have at a place, without those that it has. @param {Schema} root @param {YamlPlace} place @returns {Choice[]} */
export function keysAt(root, { steps, beside, word }) {
  const keys = /** @type {Map<string, Schema[]>} */ (new Map());
  for (const schema of reach(root, steps).flatMap((one) => options(root, one, beside))) {
    for (const [name, value] of Object.entries(schema.properties ?? {})) if (!(name in beside) || name === word) keys.set(name, [...keys.get(name) ?? [], value]);
  }
  return [...keys].map(([name, schemas]) => ({ name, kind: kindsOf(root, schemas), help: helpOf(root, schemas) }));
}

/** The values that may be at a place. @param {Schema} root @param {YamlPlace} place @returns {Choice[]} */
export function valuesAt(root, { steps }) {
  const key = steps.at(-1)?.key ?? "";
  const names = reach(root, steps).flatMap((one) => options(root, one, {})).flatMap(({ enum: values, const: value, type }) => (
    values ?? (value !== undefined ? [value] : type === "boolean" ? [true, false] : []))).map(String);
  const kinds = Object.values(root.$defs ?? {});
  return [...new Set(names)].map((name) => ({ name, kind: "", help: kinds.find((one) => String(one.properties?.[key]?.const) === name)?.description ?? "" }));
}

/** What the value is for that steps lead to; "" if the schema does not say. @param {Schema} root @param {readonly Step[]} steps */
export const helpAt = (root, steps) => helpOf(root, reach(root, steps));
