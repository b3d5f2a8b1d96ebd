declare module '@digitalbazaar/ed25519-multikey' {
	type Multikey = { id?: string; controller?: string; publicKeyMultibase: string; secretKeyMultibase?: string }
	type KeyPair = {
		export(options: { publicKey?: boolean; secretKey?: boolean; includeContext?: boolean }): Promise<Multikey>
		signer(): object
	}
	export function generate(options: object): Promise<KeyPair>
	export function from(key: Multikey & { '@context': string; type: 'Multikey' }): Promise<KeyPair>
}

declare module '@digitalbazaar/data-integrity' {
	export class DataIntegrityProof {
		constructor(options: { signer?: object; cryptosuite: object; date?: string })
	}
}

declare module '@digitalbazaar/eddsa-rdfc-2022-cryptosuite' {
	export const cryptosuite: object
}

declare module '@digitalbazaar/vc' {
	type Loaded = { document: unknown; documentUrl: string; contextUrl: null }
	type Options = { credential: object; suite: object; documentLoader: (url: string) => Promise<Loaded>; now: Date }
	export function issue(options: Options): Promise<{ proof: { [name: string]: unknown } }>
	export function verifyCredential(
		options: Options & { checkStatus: () => Promise<{ verified: boolean }> },
	): Promise<{ verified: boolean; error?: unknown }>
}
