/** Party that controls an account: its owner, or an organization whose identity provider signs the user in. */
export type AccountKind = 'own' | 'managed'

export type AccountRights = {
	/** True if no other account has this email, so that it identifies the account. */
	ownsAddress: boolean
	canChangeAccess: boolean
	canLinkIdentity: boolean
	canAddPasskey: boolean
}

/**
 * A managed account has the email that the identity provider asserts, which another account may also have. It can't get
 * another sign-in method, so people who leave the organization lose access (docs/adr/0328).
 */
export const accountRights: Record<AccountKind, AccountRights> = {
	own: { ownsAddress: true, canChangeAccess: true, canLinkIdentity: true, canAddPasskey: true },
	managed: { ownsAddress: false, canChangeAccess: false, canLinkIdentity: false, canAddPasskey: false },
}
