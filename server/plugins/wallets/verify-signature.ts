export type WalletChain = 'ethereum' | 'solana'
type Signed = { message: string; address: string; signature: string }

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Decodes a Solana address; null unless it has 32 bytes. */
function decodeBase58(text: string): Uint8Array | null {
	let value = 0n
	for (const letter of text) {
		const digit = BASE58.indexOf(letter)
		if (digit < 0) return null
		value = value * 58n + BigInt(digit)
	}
	const zeros = /^1*/.exec(text)?.[0].length ?? 0
	const hex = value === 0n ? '' : value.toString(16)
	const bytes = Buffer.concat([Buffer.alloc(zeros), Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')])
	return bytes.length === 32 ? bytes : null
}

/** Verifies a `personal_sign` signature (EIP-191): compares the hash of the recovered public key with the address. */
async function isEthereumSignature({ message, address, signature }: Signed): Promise<boolean> {
	if (!/^0x[0-9a-fA-F]{130}$/.test(signature)) return false
	const { secp256k1 } = await import('@noble/curves/secp256k1.js')
	const { keccak_256: keccak } = await import('@noble/hashes/sha3.js')
	const bytes = Buffer.from(signature.slice(2), 'hex')
	const last = bytes[64] ?? 0
	const recovery = last >= 27 ? last - 27 : last
	if (recovery !== 0 && recovery !== 1) return false
	const text = Buffer.from(message)
	const hash = keccak(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${text.length}`), text]))
	try {
		const signed = secp256k1.Signature.fromBytes(new Uint8Array(bytes.subarray(0, 64)), 'compact')
		if (signed.hasHighS()) return false
		const key = signed.addRecoveryBit(recovery).recoverPublicKey(hash).toBytes(false)
		const derived = Buffer.from(keccak(key.slice(1))).subarray(12)
		return derived.toString('hex') === address.slice(2).toLowerCase()
	} catch {
		// The library throws if the public key is not a point on the curve.
		return false
	}
}

async function isSolanaSignature({ message, address, signature }: Signed): Promise<boolean> {
	const key = decodeBase58(address)
	const bytes = Buffer.from(signature, 'base64')
	if (!key || bytes.length !== 64 || !/^[A-Za-z0-9+/_-]{86}={0,2}$/.test(signature)) return false
	const { ed25519 } = await import('@noble/curves/ed25519.js')
	try {
		return ed25519.verify(new Uint8Array(bytes), new Uint8Array(Buffer.from(message)), key, { zip215: false })
	} catch {
		return false
	}
}

/**
 * Verifies a signature. Malformed signatures and addresses are invalid. Loads @noble/curves at first use.
 * @param signed.signature as sent: `0x` and 130 hexadecimal digits, or 64 bytes in base64 or base64url
 */
export const verifySignature = (chain: WalletChain, signed: Signed) =>
	chain === 'ethereum' ? isEthereumSignature(signed) : isSolanaSignature(signed)
