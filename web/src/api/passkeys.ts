import { t } from "@lingui/core/macro";
import type {
  BeginPasskey,
  MadePasskey,
  Passkey,
  PasskeyAnswer,
  PasskeyChallenge,
  PasskeyList,
  PasskeyToMake,
  RemovePasskey,
  RemovePassword,
  RenamePasskey,
  Session,
} from "@/wire/http.generated";
import { ApiError } from "./error";
import { sendForJson } from "./http";
import { oneAttempt } from "./oneAttempt";
import { beginBy, request } from "./session";

/** The person has closed the browser's dialog, or has not answered in time. */
export class Cancelled extends Error {}

/** EdDSA, ES256, ES384 and RS256. */
const algorithms = [-8, -7, -35, -257];

/** Whether this browser can use passkeys here: on a page with a domain name, and on https or this machine. */
export const canUsePasskeys = (host: string = window.location.hostname): boolean =>
  "PublicKeyCredential" in window && "parseRequestOptionsFromJSON" in PublicKeyCredential && !/^[\d.]+$|:/.test(host);

/** Waits for the browser's dialog. */
async function answered(asked: Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const credential = await asked;
    if (credential === null) throw new Cancelled();
    return credential as PublicKeyCredential;
  } catch (thrown) {
    const name = thrown instanceof DOMException ? thrown.name : "";
    if (name === "NotAllowedError" || name === "AbortError") throw new Cancelled();
    if (name === "InvalidStateError") throw new ApiError({ code: "already_exists", status: 0, message: t`This device already has a passkey for your account.` });
    if (name !== "") throw new ApiError({ code: "conflict", status: 0, message: t`Your browser can't use a passkey here.` });
    throw thrown;
  }
}

/** Lets the person choose a passkey of the device, and sign a challenge with it. */
async function signed({ challenge, domain, timeout }: PasskeyChallenge): Promise<PasskeyAnswer> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON({ challenge, rpId: domain, timeout, userVerification: "required" });
  const credential = await answered(navigator.credentials.get({ publicKey }));
  const { id, response } = credential.toJSON() as AuthenticationResponseJSON;
  const { authenticatorData, clientDataJSON: clientData, signature, userHandle = "" } = response;
  return { id, authenticatorData, clientData, signature, userHandle };
}

/** Lets the device make a passkey. */
async function made({ challenge, domain, timeout, userId, email, name, known }: PasskeyToMake): Promise<MadePasskey> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON({
    challenge,
    rp: { id: domain, name: "Troupe" },
    user: { id: userId, name: email, displayName: name },
    pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key", alg })),
    timeout,
    excludeCredentials: known.map((id) => ({ type: "public-key", id })),
    authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
    attestation: "none",
  });
  const credential = await answered(navigator.credentials.create({ publicKey }));
  const { clientDataJSON: clientData, attestationObject: attestation } = (credential.toJSON() as RegistrationResponseJSON).response;
  return { clientData, attestation };
}

/** Signs in with a passkey of this device. */
export const signInWithPasskey = (): Promise<void> =>
  oneAttempt(async () => {
    const body = await signed(await sendForJson<PasskeyChallenge>("/api/auth/passkey/begin", { body: {} }));
    await beginBy(() => sendForJson<Session>("/api/auth/passkey/finish", { body }));
  });

export const loadPasskeys = (signal?: AbortSignal): Promise<PasskeyList> => request("/api/me/passkeys", signal ? { signal } : {});

/** Adds a passkey of this device to the account. */
export async function addPasskey(proof: BeginPasskey): Promise<Passkey> {
  const body = await made(await request<PasskeyToMake>("/api/me/passkeys/begin", { body: proof }));
  return request("/api/me/passkeys/finish", { body });
}

/** Proves with a passkey who the person is. For five minutes, this replaces the password of an account without one. */
export async function proveWithPasskey(): Promise<void> {
  const body = await signed(await request<PasskeyChallenge>("/api/me/passkeys/prove/begin", { body: {} }));
  await request("/api/me/passkeys/prove", { body });
}

export const renamePasskey = (body: RenamePasskey): Promise<void> => request("/api/me/passkeys/rename", { body });

export const removePasskey = (body: RemovePasskey): Promise<void> => request("/api/me/passkeys/remove", { body });

export const removePassword = (body: RemovePassword): Promise<void> => request("/api/me/password/remove", { body });
