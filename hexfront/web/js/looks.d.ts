/** What the server makes of the manifests of all games (server/library/looks_api.py). */
declare module "*/api/looks.js" {
  export const symbols: Record<string, import("./types").Sign>;
  export const markers: Record<string, import("./types").Sign>;
  export const marks: Record<string, import("./types").Mark>;
}
