import { describe, expect, it } from "vitest";
import { findBySlug } from "./findBySlug";
import { slugOf } from "./slug";

const [tls, acme, other] = [
  { id: "1", key: "TLS" },
  { id: "2", key: "ACME" },
  { id: "3", key: "TLS" },
];

describe("a workspace in the address", () => {
  it("goes by its key, or its id where the key says too little", () => {
    expect(slugOf(acme!, [tls!, acme!])).toBe("ACME");
    expect(slugOf(tls!, [tls!, acme!, other!])).toBe("1");
    expect(slugOf({ id: "9" }, [tls!, acme!])).toBe("9");
  });

  it("is found by either", () => {
    const all = [tls!, acme!, other!];
    expect(findBySlug(all, "acme", null)).toBe(acme);
    expect(findBySlug(all, "3", null)).toBe(other);
    expect(findBySlug(all, "TLS", "3")).toBe(other);
    expect(findBySlug(all, "TLS", null)).toBe(tls);
    expect(findBySlug(all, "NONE", null)).toBeUndefined();
  });
});
