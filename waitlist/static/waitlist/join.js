// The key says what it does: how many lists. Without this script it says "Ask for a spot".

const send = document.getElementById("send");

function label() {
  const count = document.querySelectorAll("[name=games]:checked").length;
  send.textContent = count ? `Join ${count} list${count === 1 ? "" : "s"}` : "Choose a game";
  send.classList.toggle("amber", count > 0);
}

if (send) {
  document.addEventListener("change", label);
  addEventListener("pageshow", label); // also when the browser goes back and keeps what was chosen
  label();
}
