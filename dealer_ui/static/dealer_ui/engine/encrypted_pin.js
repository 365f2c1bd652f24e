// A PIN that the room checks on reconnection, encrypted so that no one can read it on this tablet.
// The counterpart is tables/encrypted_pins.py.

const CURVE = { name: "ECDH", namedCurve: "P-256" };
const PURPOSE = "floorbook encrypted pin";

const bytesOf = (text) => new TextEncoder().encode(text);
const decode = (base64) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
const encode = (bytes) => btoa(String.fromCharCode(...bytes));
const join = (...parts) => new Uint8Array(parts.flatMap((part) => [...part]));

/** roomKey: the room's public key; use: the purpose of the PIN, the only one it is valid for. */
export async function encryptPin(roomKey, pin, use) {
  const { subtle } = crypto;
  const room = decode(roomKey);
  const theirs = await subtle.importKey("raw", room, CURVE, false, []);
  const own = await subtle.generateKey(CURVE, false, ["deriveBits"]);
  const point = new Uint8Array(await subtle.exportKey("raw", own.publicKey));
  const shared = await subtle.deriveBits({ name: "ECDH", public: theirs }, own.privateKey, 256);
  const material = await subtle.importKey("raw", shared, "HKDF", false, ["deriveKey"]);
  const info = join(bytesOf(PURPOSE), point, room);
  const derivation = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info };
  const key = await subtle.deriveKey(derivation, material, { name: "AES-GCM", length: 256 }, false, ["encrypt"]);
  const nonce = crypto.getRandomValues(new Uint8Array(12));
  const hidden = await subtle.encrypt({ name: "AES-GCM", iv: nonce, additionalData: bytesOf(use) }, key, bytesOf(pin));
  return encode(join(point, nonce, new Uint8Array(hidden)));
}
