/** Values of `type` that clients send with an emailed code or link. */
export const EMAIL_VERIFICATION_TYPES = ['signup', 'invite', 'magiclink', 'recovery', 'email_change', 'email'] as const
export type EmailVerificationType = (typeof EMAIL_VERIFICATION_TYPES)[number]

/** Values of `type` for codes by SMS, which have no link. */
export const PHONE_VERIFICATION_TYPES = ['sms', 'phone_change'] as const
export type PhoneVerificationType = (typeof PHONE_VERIFICATION_TYPES)[number]

export type OneTimeTokenKind =
	| 'confirmation'
	| 'recovery'
	| 'email_change_new'
	| 'email_change_current'
	| 'sms'
	| 'phone_change'
	| 'reauthentication'

/** Kinds of tokens accepted for each type, in the order in which they are tried. */
const KINDS: Record<EmailVerificationType | PhoneVerificationType, readonly OneTimeTokenKind[]> = {
	signup: ['confirmation'],
	invite: ['confirmation'],
	magiclink: ['recovery'],
	recovery: ['recovery'],
	email: ['confirmation', 'recovery'],
	email_change: ['email_change_new', 'email_change_current'],
	sms: ['sms'],
	phone_change: ['phone_change'],
}

export const toTokenKinds = (type: EmailVerificationType | PhoneVerificationType) => KINDS[type]

export const isEmailVerificationType = (type: string): type is EmailVerificationType =>
	(EMAIL_VERIFICATION_TYPES as readonly string[]).includes(type)

export const isPhoneVerificationType = (type: string): type is PhoneVerificationType =>
	(PHONE_VERIFICATION_TYPES as readonly string[]).includes(type)
