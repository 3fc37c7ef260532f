// How the page reaches whoever answers: a server, over HTTP and a WebSocket. A page that has none (`elagage site`) has in_page/transport.js in
// the place of this file, with the same two functions.

/** Ask once; gives the answer as fetch does. */
export const send = (path, ask) => fetch(path, { ...ask, credentials: "same-origin" });

/** The wire of searches, as a WebSocket. */
export const openWire = () => new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
