// Rooms of socket.io, over websocket alone and as it comes; the query names the room. Prints its port.
const { createServer } = require("node:http");
const { Server } = require("socket.io");

const http = createServer();
const io = new Server(http, { transports: ["websocket"], serveClient: false });
io.on("connection", (socket) => {
  const room = socket.handshake.query.room;
  socket.join(room);
  socket.on("m", (text) => io.to(room).emit("m", text));
});
http.listen(0, "127.0.0.1", () => console.log(http.address().port));
