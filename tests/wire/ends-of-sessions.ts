import { startAdminWire } from './admin-client.ts'
import { startOidcProvider } from './oidc-provider.ts'
import { GOOD_PASSWORD, signedIn } from './test-client.ts'

const OTHER_PASSWORD = 'another-Horse-battery-77'

/** Creates an account, and a second session of it that a thief uses. */
export async function startEnding(env: Record<string, string> = {}) {
	const provider = await startOidcProvider()
	const wire = await startAdminWire({ ...provider.env, GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: 'true', ...env })
	const { email, user } = await signedIn(wire)
	/** Client with the stolen session. */
	const thief = wire.connect()
	await thief.auth.signInWithPassword({ email, password: GOOD_PASSWORD })
	const owner = wire.connect()
	await owner.auth.signInWithPassword({ email, password: GOOD_PASSWORD })
	return { provider, wire, email, user, thief, owner }
}
export type EndingWorld = Awaited<ReturnType<typeof startEnding>>

/** Ways for the owner to end the thief's session. */
export const ENDS: readonly (readonly [string, (world: EndingWorld) => Promise<unknown>])[] = [
	['sets a new password', ({ owner }) => owner.auth.updateUser({ password: OTHER_PASSWORD })],
	['signs out everywhere', ({ owner }) => owner.auth.signOut({ scope: 'global' })],
	['signs out everywhere else', ({ owner }) => owner.auth.signOut({ scope: 'others' })],
	['is given a new password', ({ wire, user }) => wire.service.auth.admin.updateUserById(user.id, { password: OTHER_PASSWORD })],
]
