/** Responsible party for an account: its owner, or a company whose identity provider signs the person in. */
export type AccountKind = 'own' | 'managed'

export type AccountRights = {
	/** Its address is its own: found by it, and no second account has it. */
	ownsAddress: boolean
	/** Email, phone and password. */
	canChangeAccess: boolean
	canLinkIdentity: boolean
	canAddPasskey: boolean
}

/**
 * A company's account has the address that the provider asserts, which another account may have, and gets no other way to sign
 * in: someone who leaves the company loses access (docs/adr/0328).
 */
export const accountRights: Record<AccountKind, AccountRights> = {
	own: { ownsAddress: true, canChangeAccess: true, canLinkIdentity: true, canAddPasskey: true },
	managed: { ownsAddress: false, canChangeAccess: false, canLinkIdentity: false, canAddPasskey: false },
}
