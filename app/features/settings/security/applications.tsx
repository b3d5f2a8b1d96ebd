import { useQuery, useQueryClient } from '@tanstack/react-query'

import type { AuthOutcome } from '#app/lib/auth-refusal.ts'
import { callAuth, callAuthWithoutValue } from '#app/lib/call-auth.ts'
import { Loaded, requireValue } from '#app/lib/loaded.tsx'
import { scopeWords } from '#app/lib/scope-words.ts'
import { loadSignInWays } from '#app/lib/sign-in-ways.ts'
import { useGuardedCall } from '#app/second-factor/use-guarded-call.ts'
import { ConfirmButton } from '#app/ui/confirm-button.tsx'

import { formatShortDay } from './time-words.ts'

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
	const applications = useQuery({ queryKey: ['security', 'applications'], queryFn: async () => requireValue(await listApplications()) })
	return (
		<section aria-labelledby="applications" className="grid grid-cols-1 justify-items-start gap-4">
			<h3 id="applications">Applications with access</h3>
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
		const words = { title: 'Access removed', description: `${name} can no longer read anything of yours` }
		if (await run(() => removeAccess(application), words)) void queries.invalidateQueries({ queryKey: ['security', 'applications'] })
	}
	return (
		<li className="flex flex-wrap items-center justify-between gap-x-5 border-b border-line py-2">
			<div className="min-w-0 break-words">
				<p className="font-semibold">{name}</p>
				<p className="text-soft">
					Since {formatShortDay(since)}. Reads: {scopeWords(scopes).join('; ')}
				</p>
			</div>
			<ConfirmButton label="Remove Access" name={name} title={`Remove the access of ${name}?`} confirmLabel="Remove" onConfirm={remove}>
				<p>It is signed out of your account right away. It keeps what it has already read.</p>
			</ConfirmButton>
		</li>
	)
}
