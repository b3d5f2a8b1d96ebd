/** Ed25519 key pair as Multikeys (multibase). The public key also serves as the key's name. */
export type CredentialKey = { publicMultibase: string; secretMultibase: string }

export type Credential = { [name: string]: unknown }

/** Credential with its proofs; Open Badges 3.0 requires a list. */
export type SignedCredential = Credential & { proof: readonly Credential[] }

/** Signs and verifies with the cryptosuite eddsa-rdfc-2022 (W3C Data Integrity). Makes no network requests. */
export type CredentialSuite = {
	generateKey(): Promise<CredentialKey>
	/**
	 * Signs a credential.
	 * @param signer.issuer DID of the issuer that owns the key
	 * @throws Error if a term isn't defined by any context of the credential
	 */
	sign(credential: Credential, signer: { issuer: string; key: CredentialKey; now: Date }): Promise<SignedCredential>
	/** Returns true if the issuer's key signed exactly this content and the credential is valid now. */
	verify(credential: SignedCredential, signer: { issuer: string; publicMultibase: string; now: Date }): Promise<boolean>
}
