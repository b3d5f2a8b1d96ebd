/** The word a client sends with a code or link (AUTH_WIRE §5.5). */
export const EMAIL_VERIFICATION_TYPES = ['signup', 'invite', 'magiclink', 'recovery', 'email_change', 'email'] as const
export type EmailVerificationType = (typeof EMAIL_VERIFICATION_TYPES)[number]

export type OneTimeTokenKind = 'confirmation' | 'recovery' | 'email_change_new' | 'email_change_current'

/** Which live tokens a type opens, in the order they are tried. */
const KINDS: Record<EmailVerificationType, readonly OneTimeTokenKind[]> = {
	signup: ['confirmation'],
	invite: ['confirmation'],
	magiclink: ['recovery'],
	recovery: ['recovery'],
	email: ['confirmation', 'recovery'],
	email_change: ['email_change_new', 'email_change_current'],
}

export const tokenKindsOf = (type: EmailVerificationType) => KINDS[type]

export const isEmailVerificationType = (type: string): type is EmailVerificationType =>
	(EMAIL_VERIFICATION_TYPES as readonly string[]).includes(type)
