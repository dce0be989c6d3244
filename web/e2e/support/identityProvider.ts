import { createServer, type Server } from "node:http";
import { generateKeyPairSync } from "node:crypto";
import { Provider, type Configuration, type JWK } from "oidc-provider";
import type { Page } from "playwright-core";
import { freePort } from "./node";

/** A person at the provider. The name of the login is the subject. */
export interface ProviderPerson {
  email: string;
  email_verified: boolean;
  name?: string;
  groups?: string[];
}

/** A certified OpenID provider on a free port of this machine, with pages of its own for the login and the consent. */
export interface IdentityProvider {
  issuer: string;
  /** The settings of a node that offers the provider. */
  environment: Record<string, string>;
  people: Map<string, ProviderPerson>;
  /** Replaces the keys that sign. The old keys are gone. */
  rotateKeys(): Promise<void>;
  /** Registers the addresses of a node. Call it before the first login. */
  register(site: string): Promise<void>;
  close(): Promise<void>;
}

const client = { id: "troupe", secret: "a secret: with signs & more" };

function signingKey(id: string): JWK {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return { ...privateKey.export({ format: "jwk" }), kid: id, use: "sig", alg: "RS256" } as JWK;
}

/** Starts a provider. Nodes can use it after `register`, which tells it the addresses of the node. */
export async function identityProvider(): Promise<IdentityProvider> {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const people = new Map<string, ProviderPerson>();
  let server: Server | null = null;
  let site = issuer;
  let generation = 0;

  const configuration = (): Configuration => ({
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [`${site}/oauth`],
        post_logout_redirect_uris: [`${site}/`],
        response_types: ["code"],
        grant_types: ["authorization_code"],
      },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"], groups: ["groups"] },
    scopes: ["openid", "email", "profile", "groups"],
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...people.get(id) }) }),
    jwks: { keys: [signingKey(`key-${(generation += 1)}`)] },
    cookies: { keys: ["for tests"] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: true }, rpInitiatedLogout: { enabled: true } },
  });
  const close = () =>
    new Promise<void>((resolve) => {
      if (server === null) return resolve();
      server.close(() => resolve());
      server.closeAllConnections();
      server = null;
    });
  const start = async () => {
    await close();
    const listening = createServer(new Provider(issuer, configuration()).callback());
    server = listening;
    await new Promise<void>((resolve) => listening.listen(port, "127.0.0.1", resolve));
  };
  await start();
  return {
    issuer,
    environment: {
      TROUPE_PROVIDERS: "acme",
      TROUPE_PROVIDER_ACME_NAME: "Acme ID",
      TROUPE_PROVIDER_ACME_ISSUER: issuer,
      TROUPE_PROVIDER_ACME_PRIVATE: "1",
      TROUPE_PROVIDER_ACME_CLIENT_ID: client.id,
      TROUPE_PROVIDER_ACME_CLIENT_SECRET: client.secret,
      TROUPE_PROVIDER_ACME_SCOPES: "openid email profile groups",
    },
    people,
    rotateKeys: start,
    register: async (address) => {
      site = address;
      await start();
    },
    close,
  };
}

/** Logs in at the pages of the provider, and allows Troupe to know the person. */
export async function logInAtProvider(page: Page, login: string): Promise<void> {
  await page.locator("input[name=login]").fill(login);
  await page.locator("input[name=password]").fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
}
