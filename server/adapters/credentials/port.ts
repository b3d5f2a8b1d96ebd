/** An Ed25519 key as Multikeys (multibase). The public half is also the key's name. */
export type CredentialKey = { publicMultibase: string; secretMultibase: string }

/** A verifiable credential as JSON. */
export type Credential = { [name: string]: unknown }

/** A credential with its proof, which is in a list, as Open Badges 3.0 requires. */
export type SignedCredential = Credential & { proof: readonly Credential[] }

/** Signs and verifies credentials with the cryptosuite eddsa-rdfc-2022 (W3C Data Integrity). Makes no network requests. */
export type CredentialSuite = {
	generateKey(): Promise<CredentialKey>
	/**
	 * @param issuer DID in whose name the key signs
	 * @throws Error for a term that no context of the credential defines
	 */
	sign(credential: Credential, signer: { issuer: string; key: CredentialKey; now: Date }): Promise<SignedCredential>
	/** True if the proof is by this issuer's key, over exactly this content, and the credential is valid now. */
	verify(credential: SignedCredential, signer: { issuer: string; publicMultibase: string; now: Date }): Promise<boolean>
}
