import type { Provider, UserIdentity } from '@supabase/auth-js'
import { useQuery, useQueryClient } from '@tanstack/react-query'

import type { AuthOutcome } from '#app/lib/auth-refusal.ts'
import { callAuth, callAuthWithoutValue } from '#app/lib/call-auth.ts'
import { Loaded, requireAuthValue } from '#app/lib/loaded.tsx'
import { withNextPath } from '#app/lib/next-path.ts'
import { scopeWords } from '#app/lib/scope-words.ts'
import { loadSignInWays, nameOfProvider } from '#app/lib/sign-in-ways.ts'
import { useGuardedCall } from '#app/second-factor/guard.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmButton } from '#app/ui/confirm-button.tsx'
import { paths } from '#contracts/paths.ts'

import { formatDate } from './time-words.ts'

type Identity = UserIdentity

const listIdentities = (): Promise<AuthOutcome<Identity[]>> =>
	callAuth(async (auth) => {
		const { data, error } = await auth.getUserIdentities()
		return { data: data?.identities ?? null, error }
	})

/** Unlinks an identity. Ends the account's other sessions; this one stays. */
const unlinkIdentity = (identity: Identity): Promise<AuthOutcome> => callAuthWithoutValue((auth) => auth.unlinkIdentity(identity))

const HERE = `${paths.settings}?tab=security`

/**
 * The provider redirects back to the Security tab.
 * @param provider name as in `SignInWays`
 */
const linkProvider = (provider: string): Promise<AuthOutcome> =>
	callAuthWithoutValue((auth) =>
		auth.linkIdentity({
			// The client library's type doesn't include custom providers.
			provider: provider as Provider,
			options: { redirectTo: `${window.location.origin}${withNextPath(paths.authCallback, HERE)}` },
		}),
	)

/** Lists the linked identities. They can be added and removed only if the site allows linking. */
export function Identities() {
	const identities = useQuery({ queryKey: ['security', 'identities'], queryFn: async () => requireAuthValue(await listIdentities()) })
	const ways = useQuery({ queryKey: ['ways'], queryFn: loadSignInWays })
	const canLink = ways.data?.canLink === true

	return (
		<section aria-labelledby="identities" className="grid grid-cols-1 justify-items-start gap-4">
			<h3 id="identities">Linked identities</h3>
			<Loaded query={identities} what="your linked identities">
				{(list) => (
					<>
						{list.length === 0 ? <p className="text-soft">No linked identities yet.</p> : <IdentityList list={list} canUnlink={canLink} />}
						{canLink && ways.data && <LinkButtons list={list} providers={ways.data.providers} />}
					</>
				)}
			</Loaded>
		</section>
	)
}

function IdentityList({ list, canUnlink }: { list: readonly Identity[]; canUnlink: boolean }) {
	const queries = useQueryClient()
	const { run } = useGuardedCall()
	const unlink = async (identity: Identity) => {
		const words = { title: 'Unlinked', description: `${nameOfProvider(identity.provider)} no longer signs you in` }
		if (await run(() => unlinkIdentity(identity), words)) void queries.invalidateQueries({ queryKey: ['security'] })
	}
	return (
		<ul className="grid w-full max-w-read gap-2">
			{list.map((identity) => (
				<li key={identity.identity_id} className="flex flex-wrap items-center justify-between gap-x-5 border-b border-line py-2">
					<IdentityWords identity={identity} />
					{canUnlink && list.length > 1 && (
						<ConfirmButton
							label="Unlink"
							name={nameOfProvider(identity.provider)}
							title={`Unlink ${nameOfProvider(identity.provider)}?`}
							confirmLabel="Unlink"
							onConfirm={() => unlink(identity)}
						>
							<p>It will no longer sign you in here, and your other devices are signed out.</p>
						</ConfirmButton>
					)}
				</li>
			))}
		</ul>
	)
}

function LinkButtons({ list, providers }: { list: readonly Identity[]; providers: readonly string[] }) {
	const { isBusy, run } = useGuardedCall()
	const free = providers.filter((provider) => !list.some((identity) => identity.provider === provider))
	if (free.length === 0) return null
	return (
		<div className="flex flex-wrap gap-4">
			{free.map((provider) => (
				<Button key={provider} variant="secondary" pending={isBusy} onClick={() => void run(() => linkProvider(provider))}>
					Link {nameOfProvider(provider)}
				</Button>
			))}
		</div>
	)
}

function IdentityWords({ identity }: { identity: Identity }) {
	const email = identity.identity_data?.email
	return (
		<span className="min-w-0 break-words">
			<strong>{nameOfProvider(identity.provider)}</strong>{' '}
			<span className="text-soft">
				{typeof email === 'string' && `${email}, `}since {formatDate(identity.created_at ?? '')}
			</span>
		</span>
	)
}

type Application = { id: string; name: string; scopes: string[]; since: string }

const listApplications = (): Promise<AuthOutcome<Application[]>> =>
	callAuth(async (auth) => {
		const { data, error } = await auth.oauth.listGrants()
		const list = data?.map(({ client, scopes, granted_at: since }) => ({ id: client.id, name: client.name, scopes, since })) ?? null
		return { data: list, error }
	})

/** Revokes an application's access. Its tokens become invalid immediately. */
const removeAccess = ({ id }: Application): Promise<AuthOutcome> => callAuthWithoutValue((auth) => auth.oauth.revokeGrant({ clientId: id }))

/** Renders nothing if the site isn't an OAuth provider. */
export function Applications() {
	const ways = useQuery({ queryKey: ['ways'], queryFn: loadSignInWays })
	return ways.data?.hasApplications ? <LetIn /> : null
}

function LetIn() {
	const applications = useQuery({ queryKey: ['security', 'applications'], queryFn: async () => requireAuthValue(await listApplications()) })
	return (
		<section aria-labelledby="applications" className="grid grid-cols-1 justify-items-start gap-4">
			<h3 id="applications">Applications with access to your account</h3>
			<Loaded query={applications} what="the applications with access">
				{(list) =>
					list.length > 0 ? (
						<ul className="grid w-full max-w-read gap-2">
							{list.map((application) => (
								<ApplicationRow key={application.id} application={application} />
							))}
						</ul>
					) : (
						<p className="text-soft">No application has access to your account.</p>
					)
				}
			</Loaded>
		</section>
	)
}

function ApplicationRow({ application }: { application: Application }) {
	const queries = useQueryClient()
	const { run } = useGuardedCall()
	const { name, scopes, since } = application
	const remove = async () => {
		const words = { title: 'Access removed', description: `${name} can no longer read your data` }
		if (await run(() => removeAccess(application), words)) void queries.invalidateQueries({ queryKey: ['security', 'applications'] })
	}
	return (
		<li className="flex flex-wrap items-center justify-between gap-x-5 border-b border-line py-2">
			<div className="min-w-0 break-words">
				<p className="font-semibold">{name}</p>
				<p className="text-soft">
					Since {formatDate(since)}. Reads: {scopeWords(scopes).join('; ')}
				</p>
			</div>
			<ConfirmButton label="Remove Access" name={name} title={`Remove access for ${name}?`} confirmLabel="Remove" onConfirm={remove}>
				<p>It’s signed out of your account right away. It keeps what it has already read.</p>
			</ConfirmButton>
		</li>
	)
}
