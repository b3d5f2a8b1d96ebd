import { PRODUCT } from '#tests/factories/checkout.ts'

/** The owner's IDs that a body can contain. */
export type OwnedIds = {
	user: string
	email: string
	order: string
	session: string
	factor: string
	passkey: string
	identity: string
	/** Challenges for the owner's factor and the owner's browser. */
	challenge: string
	ceremony: string
}

/** A body that names the owner in every field that a careless endpoint might trust. */
const everywhere = (ids: OwnedIds) => ({
	id: ids.user,
	user_id: ids.user,
	userId: ids.user,
	learnerId: ids.user,
	sub: ids.user,
	orderId: ids.order,
	sessionId: ids.session,
	session_id: ids.session,
	factor_id: ids.factor,
	factorId: ids.factor,
	passkey_id: ids.passkey,
	identity_id: ids.identity,
	challenge_id: ids.challenge,
	phone_number: '+12025550199',
})

const text = (value: string) => Buffer.from(value).toString('base64url')
const credential = (ids: OwnedIds) => ({
	id: text('c'),
	rawId: text('c'),
	type: 'public-key',
	clientExtensionResults: {},
	response: {
		clientDataJSON: text('{"type":"webauthn.get"}'),
		attestationObject: text('x'),
		authenticatorData: text('x'),
		signature: text('x'),
		userHandle: text(ids.user),
	},
})

/** Well-formed bodies, so that the endpoint gets to the ownership check. */
const FITTING: Record<string, (ids: OwnedIds) => unknown> = {
	'POST /auth/v1/factors/:id/challenge': () => ({}),
	'POST /auth/v1/factors/:id/verify': ({ challenge }) => ({ challenge_id: challenge, code: '000000' }),
	'POST /auth/v1/factors/recovery-codes/verify': ({ factor }) => ({ factor_id: factor, code: 'aaaaa-bbbbb' }),
	'POST /auth/v1/passkeys/registration/verify': (ids) => ({ challenge_id: ids.ceremony, credential: credential(ids) }),
	'POST /auth/v1/passkeys/authentication/verify': (ids) => ({ challenge_id: ids.ceremony, credential: credential(ids) }),
	'PATCH /auth/v1/passkeys/:id': () => ({ friendly_name: 'taken over' }),
	'PUT /auth/v1/user': ({ user, email }) => ({ id: user, email, data: { sub: user } }),
	'POST /auth/v1/verify': ({ email }) => ({ type: 'email', email, token: '000000' }),
	'POST /functions/v1/send-payment-confirmation-sms': ({ order }) => ({ orderId: order, amount: 1, currency: 'usd', productName: PRODUCT }),
	'POST /functions/v1/create-payment': ({ order, user }) => ({ productName: PRODUCT, orderId: order, userId: user }),
	'POST /api/orders/:orderId/refund': () => ({ kind: 'promise', message: '' }),
	'POST /api/orders/:orderId/transfer': ({ email }) => ({ consent: '2026-11-22', email }),
	'POST /api/downloads': () => ({ document: 'offer-worksheet', format: 'pdf' }),
	'POST /rest/v1/:table': ({ user }) => ({ user_id: user, phone_number: '+12025550199' }),
	'PATCH /rest/v1/:table': () => ({ phone_number: '+12025550199' }),
}

/** Returns every body that a stranger tries at the endpoint. */
export const bodiesOf = (endpoint: string, ids: OwnedIds): unknown[] => {
	const fitting = FITTING[endpoint]
	return fitting ? [everywhere(ids), fitting(ids)] : [everywhere(ids)]
}

export const FITTED_ENDPOINTS = Object.keys(FITTING)
