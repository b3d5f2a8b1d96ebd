import { declareOwn, serverSecret } from '#server/services/people/privacy/registry/table-rule.ts'

export const oauthTables = [
	declareOwn('auth.oauth_authorizations', {
		protection: 'secret',
		title: 'Questions of applications',
		purpose: 'an application asks and the learner answers; the code that comes with the answer is kept as a hash',
		retention: { expires: 'an hour after they expired' },
		exported: ['client_id', 'scope', 'status', 'created_at', 'redeemed_at'],
	}),
	declareOwn('auth.oauth_consents', {
		protection: 'personal',
		title: 'Applications with access',
		purpose: 'what the learner has allowed each application to do',
		retention: { while: 'the learner does not take it back' },
		exported: ['client_id', 'scopes', 'granted_at'],
	}),
	serverSecret('auth.oauth_clients', 'Applications', 'which applications may ask learners for access'),
]
