// The least that a server can do to hand one message to a room: Bun's own publish, nothing stored, nobody asked who
// they are. The path names the room. Prints its port.
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch: (request, server) =>
    server.upgrade(request, { data: new URL(request.url).pathname })
      ? undefined
      : new Response("websocket only", { status: 426 }),
  websocket: {
    open: (socket) => socket.subscribe(socket.data),
    message: (socket, message) => server.publish(socket.data, message),
  },
});
console.log(server.port);
