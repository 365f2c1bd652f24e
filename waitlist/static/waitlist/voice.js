// Says aloud who is called, with the browser's own voice. A browser lets a page speak only after a tap on it.

export class Voice {
  constructor() {
    this.isOn = false;
    document.addEventListener("click", ({ target }) => {
      if (target.closest("#sound-key")) this.start();
    });
  }

  /** Called by a tap: from here on the page may speak. */
  start() {
    if (!window.speechSynthesis) {
      document.getElementById("sound-key").textContent = "This browser has no voice";
      return;
    }
    this.isOn = true;
    document.body.classList.add("speaking");
    this.say("The voice is on.");
  }

  /** Says a sentence after those that are being said. */
  say(text) {
    if (!this.isOn || !document.getElementById("sound-key")) return; // the house has switched it off since
    const sentence = new SpeechSynthesisUtterance(text);
    sentence.lang = document.documentElement.lang;
    window.speechSynthesis.speak(sentence);
  }
}
