// The API as a page: read from /api/schema/openapi.json, which the server writes from its own code, so it is never old.

import { h } from "./dom.js";

/**
 * @typedef {{ $ref?: string, type?: string | string[], properties?: Record<string, Schema>, required?: string[],
 *   items?: Schema, enum?: unknown[], const?: unknown, anyOf?: Schema[], oneOf?: Schema[], allOf?: Schema[],
 *   additionalProperties?: Schema | boolean, description?: string, default?: unknown, format?: string,
 *   minimum?: number, maximum?: number, minLength?: number, maxLength?: number, maxItems?: number }} Schema
 * @typedef {{ schema?: Schema }} Content
 * @typedef {{ name: string, in: string, required?: boolean, description?: string, schema?: Schema }} Parameter
 * @typedef {{ description?: string, content?: Record<string, Content> }} Answer
 * @typedef {{ summary?: string, description?: string, tags?: string[], parameters?: Parameter[],
 *   requestBody?: Answer, responses?: Record<string, Answer> }} Operation
 * @typedef {{ info: { title: string, version: string }, paths: Record<string, Record<string, Operation>>,
 *   components?: { schemas?: Record<string, Schema> } }} Description
 */

const METHODS = ["get", "post", "put", "delete", "patch"];
const STEP = "  ";

/** @param {string} ref */
const nameOf = (ref) => ref.split("/").pop() ?? ref;

/**
 * A schema as a programmer would jot it down; shapes with a name of their own are only named.
 * @param {Schema | undefined} schema
 * @param {string} [indent]
 * @returns {string}
 */
export function written(schema, indent = "") {
  if (!schema) return "anything";
  if (schema.$ref) return nameOf(schema.$ref);
  const several = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (several) return several.map((one) => written(one, indent)).join(schema.allOf ? " & " : " | ");
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(" | ");
  if (Array.isArray(schema.type)) return schema.type.map((type) => written({ ...schema, type }, indent)).join(" | ");
  if (schema.items || schema.type === "array") return `[${written(schema.items, indent)}, ...]${limits(schema)}`;
  if (schema.properties) return object(schema, indent);
  if (schema.type === "object") {
    const more = schema.additionalProperties;
    return `{ [name]: ${typeof more === "object" ? written(more, indent) : "anything"} }`;
  }
  return `${schema.format ?? schema.type ?? "anything"}${limits(schema)}`;
}

/** @param {Schema} schema @param {string} indent */
function object(schema, indent) {
  const inner = indent + STEP;
  const lines = Object.entries(schema.properties ?? {}).map(([name, one]) => {
    const optional = schema.required?.includes(name) ? "" : "?";
    return `${inner}${name}${optional}: ${written(one, inner)}`;
  });
  return lines.length ? `{\n${lines.join("\n")}\n${indent}}` : "{ }";
}

/** @param {Schema} schema */
function limits(schema) {
  const told = [
    schema.minLength != null && `at least ${schema.minLength} characters`,
    schema.maxLength != null && `at most ${schema.maxLength} characters`,
    schema.minimum != null && `from ${schema.minimum}`,
    schema.maximum != null && `to ${schema.maximum}`,
    schema.maxItems != null && `at most ${schema.maxItems}`,
  ].filter(Boolean);
  return told.length ? ` (${told.join(", ")})` : "";
}

/** @param {Answer | undefined} answer */
function contents(answer) {
  return Object.entries(answer?.content ?? {}).map(([kind, one]) => h("pre", {}, `${kind}: ${written(one.schema)}`));
}

/** @param {Parameter[]} parameters */
function parameterList(parameters) {
  const rows = parameters.flatMap((one) => {
    const text = `${one.in}${one.required ? "" : ", may be left out"}: ${written(one.schema)}`;
    return [h("dt", {}, one.name), h("dd", {}, one.description ? `${text}. ${one.description}` : text)];
  });
  return h("dl", {}, ...rows);
}

/** @param {string} path @param {string} method @param {Operation} operation */
function operationView(path, method, operation) {
  const parameters = operation.parameters ?? [];
  const answers = Object.entries(operation.responses ?? {}).filter(([status]) => status.startsWith("2"));
  return h("details", { "data-search": `${method} ${path} ${operation.summary ?? ""}`.toLowerCase(), "data-test": "operation" },
    h("summary", {},
      h("span", { class: "method" }, method.toUpperCase()),
      h("span", { class: "path" }, path),
      h("span", { class: "told" }, operation.summary)),
    h("div", { class: "inside" },
      operation.description && h("p", {}, operation.description),
      parameters.length > 0 && h("h3", {}, "Parameters"),
      parameters.length > 0 && parameterList(parameters),
      operation.requestBody && h("h3", {}, "Body"),
      ...contents(operation.requestBody),
      ...answers.flatMap(([status, answer]) => [h("h3", {}, `Answer ${status}`), ...contents(answer)])));
}

/** @param {Description} found */
function byTag(found) {
  /** @type {Map<string, HTMLElement[]>} */
  const groups = new Map();
  for (const [path, methods] of Object.entries(found.paths)) {
    for (const method of METHODS.filter((one) => one in methods)) {
      const tag = methods[method].tags?.[0] ?? "other";
      groups.set(tag, [...(groups.get(tag) ?? []), operationView(path, method, methods[method])]);
    }
  }
  return [...groups].map(([tag, views]) => h("section", {}, h("h2", {}, tag), ...views));
}

/** @param {Description} found */
function shapes(found) {
  const all = Object.entries(found.components?.schemas ?? {});
  return h("section", {}, h("h2", {}, "Shapes"), ...all.map(([name, schema]) =>
    h("details", { "data-search": name.toLowerCase(), "data-test": "shape" },
      h("summary", {}, h("span", { class: "path" }, name)),
      h("div", { class: "inside" }, schema.description && h("p", {}, schema.description), h("pre", {}, written(schema))))));
}

/** @param {HTMLElement} main */
function searchBox(main) {
  const filter = (/** @type {Event} */ event) => {
    const text = /** @type {HTMLInputElement} */ (event.target).value.trim().toLowerCase();
    for (const one of main.querySelectorAll("details")) one.hidden = !(one.dataset.search ?? "").includes(text);
    for (const one of main.querySelectorAll("section")) one.hidden = !one.querySelector("details:not([hidden])");
  };
  return h("input", { type: "search", placeholder: "Find an operation", "aria-label": "Find an operation", oninput: filter });
}

/** @param {HTMLElement} main */
async function show(main) {
  const answer = await fetch("/api/schema/openapi.json");
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
  /** @type {Description} */
  const found = await answer.json();
  main.replaceChildren(
    h("h1", {}, `${found.info.title} ${found.info.version}: the API`),
    h("p", { class: "lead" }, "Everything that the table in the browser does, a program can do too. Errors look all the same: ",
      h("code", {}, '{"error": {"rule", "why", "status"}}'), ". The whole description for machines is ",
      h("a", { href: "/api/schema/openapi.json" }, "openapi.json"), "."),
    searchBox(main), ...byTag(found), shapes(found));
}

const main = document.getElementById("api");
if (main) show(main).catch((error) => main.replaceChildren(h("p", { class: "waiting" }, `The description cannot be read: ${error.message}.`)));
