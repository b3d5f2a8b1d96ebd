export type Chain = 'ethereum' | 'solana'

/**
 * Whether the holder of an address signed exactly this text. Malformed signatures and addresses count as wrong.
 * @param signature as on the wire: `0x` and 130 hexadecimal digits, or 64 bytes in base64 or base64url
 */
export type WalletVerifier = (chain: Chain, given: { message: string; address: string; signature: string }) => Promise<boolean>
