/* The linter of the page's scripts. Unknown names are found by the type check, which knows the browser's. */
import js from "@eslint/js";

const rules = {
  ...js.configs.recommended.rules,
  "no-undef": "off",
  "no-unused-vars": ["error", { args: "after-used", argsIgnorePattern: "^_", caughtErrors: "none" }],
  "no-var": "error",
  "prefer-const": "error",
  "eqeqeq": "error",
  "no-shadow-restricted-names": "error",
  "no-implicit-globals": "off",
  "no-eval": "error",
  "no-implied-eval": "error",
  "no-new-func": "error",
  "no-param-reassign": "error",
  "no-unused-expressions": ["error", { allowShortCircuit: true, allowTernary: true }],
  "no-useless-concat": "error",
  "no-useless-return": "error",
  "object-shorthand": "error",
  "prefer-template": "error",
  "no-restricted-properties": ["error", ...["innerHTML", "outerHTML", "insertAdjacentHTML"].map((property) => (
    { property, message: "texts reach the page as text nodes, never as markup" }))],
};

/* Run in the repository's folder: paths are below it. */
export default [
  { ignores: ["cardgen/review/page/vendor/"] },
  { files: ["cardgen/review/browser/*.js"], languageOptions: { sourceType: "script", ecmaVersion: 2024 }, rules: { ...rules, strict: ["error", "global"] } },
  { files: ["cardgen/review/page/**/*.js", "cardgen/games/*/table/*.js", "tests/page/*.js"], languageOptions: { sourceType: "module", ecmaVersion: 2024 }, rules },
];
