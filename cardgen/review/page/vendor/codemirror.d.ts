/* The types of the bundle are those of what is in it. */
export * from "../../../../tests/page/codemirror.js";
