/** Control of an account: by its owner, or by an organization whose identity provider signs the user in. */
export type AccountKind = 'own' | 'managed'

export type AccountRights = {
	/** True if the account's email is unique to it and can be used to find it. */
	ownsAddress: boolean
	canChangeAccess: boolean
	canLinkIdentity: boolean
	canAddPasskey: boolean
}

/**
 * A managed account uses the email that the identity provider asserts, which another account may use, too. No other sign-in
 * method can be added, so people who leave the organization lose access (docs/adr/0328).
 */
export const accountRights: Record<AccountKind, AccountRights> = {
	own: { ownsAddress: true, canChangeAccess: true, canLinkIdentity: true, canAddPasskey: true },
	managed: { ownsAddress: false, canChangeAccess: false, canLinkIdentity: false, canAddPasskey: false },
}
