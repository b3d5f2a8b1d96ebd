import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'

import { Loaded } from '#app/lib/loaded.tsx'
import { useGuardedCall } from '#app/second-factor/guard.ts'
import { Badge } from '#app/ui/badge.tsx'
import { LinkButton, Button } from '#app/ui/button.tsx'
import { ConfirmButton } from '#app/ui/confirm-button.tsx'
import type { SessionSummary } from '#contracts/account.ts'
import { paths } from '#contracts/paths.ts'

import { Applications, Identities } from './identities.tsx'
import { Passkeys } from './passkeys.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { AuthenticatorApps, SecurityKeys } from './second-factors.tsx'
import { endOtherSessions, endSession, listSessions } from './security-calls.ts'
import { formatDateTime } from './time-words.ts'

function Sessions() {
	const queries = useQueryClient()
	const sessions = useQuery({ queryKey: ['security', 'sessions'], queryFn: ({ signal }) => listSessions(signal) })
	const { run } = useGuardedCall()
	const reload = () => void queries.invalidateQueries({ queryKey: ['security', 'sessions'] })

	const endOthers = async () => {
		if (await run(endOtherSessions, { title: 'Other devices signed out', description: 'All other devices have been signed out' })) reload()
	}

	return (
		<section aria-labelledby="sessions" className="grid grid-cols-1 justify-items-start gap-4">
			<h3 id="sessions">Where you are signed in</h3>
			<p className="max-w-read">
				Don’t recognize a session? Sign it out, then change your password. We ask for your second factor again after a day, or after an hour
				without activity. You stay signed in.
			</p>
			<Loaded query={sessions} what="your sessions">
				{(list) => (
					<>
						<ul className="grid w-full max-w-read gap-2">
							{list.map((session) => (
								<SessionRow key={session.id} session={session} onEnded={reload} />
							))}
						</ul>
						{list.length > 1 && (
							<ConfirmButton
								label="Sign Out All Other Devices"
								title="Sign out all other devices?"
								confirmLabel="Sign Out Others"
								onConfirm={endOthers}
							>
								<p>You stay signed in here and nowhere else.</p>
							</ConfirmButton>
						)}
					</>
				)}
			</Loaded>
		</section>
	)
}

function SessionRow({ session, onEnded }: { session: SessionSummary; onEnded: () => void }) {
	const { isBusy, run } = useGuardedCall()

	async function end() {
		if (await run(() => endSession(session.id), { title: 'Device signed out', description: `${session.device} has been signed out` }))
			onEnded()
	}

	return (
		<li className="flex flex-wrap items-center justify-between gap-x-5 border-b border-line py-2">
			<div className="min-w-0">
				<p className="font-semibold">
					{session.device} {session.isCurrent && <Badge tone="good">This device</Badge>}
				</p>
				<p className="text-soft">
					Last used <time dateTime={session.lastUsedAt}>{formatDateTime(session.lastUsedAt)}</time>
					{session.place && ` from ${session.place}`}. Ends <time dateTime={session.endsAt}>{formatDateTime(session.endsAt)}</time>
				</p>
			</div>
			{!session.isCurrent && (
				<Button variant="quiet" pending={isBusy} onClick={() => void end()}>
					Sign Out<span className="sr-only"> {session.device}</span>
				</Button>
			)}
		</li>
	)
}

/** @param isManaged true if only the organization's provider can sign the account in, so it has no password or passkeys */
export function SecurityTab({ isManaged }: { isManaged: boolean }) {
	return (
		<section aria-labelledby="security" className="grid grid-cols-1 gap-10">
			<div className="grid max-w-read justify-items-start gap-4">
				<h2 id="security">Security</h2>
				{isManaged ? (
					<p>You sign in through your organization. If you add a second factor here, we ask for it after that.</p>
				) : (
					<>
						<p>You can sign in with a code that we email to you, or with a password. A new password signs out all your other devices.</p>
						<LinkButton to={paths.resetPassword} variant="secondary">
							Choose a New Password
						</LinkButton>
					</>
				)}
			</div>
			<AuthenticatorApps />
			<SecurityKeys />
			<RecoveryCodes />
			<p className="max-w-read">
				A text to your phone can be the second factor too: verify your number under{' '}
				<Link className="link" to={`${paths.settings}?tab=sms`}>
					SMS
				</Link>{' '}
				and switch it on there.
			</p>
			{!isManaged && <Passkeys />}
			<Sessions />
			<Applications />
			<Identities />
		</section>
	)
}
