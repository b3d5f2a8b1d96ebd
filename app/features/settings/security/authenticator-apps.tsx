import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { Loaded, valueOf } from '#app/lib/loaded.tsx'
import { useGuardedCall } from '#app/lib/second-factor/use-guarded-call.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmButton } from '#app/ui/confirm-button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'

import { AddApp } from './add-app.tsx'
import { listApps, removeApp, type AppFactor } from './security-calls.ts'
import { dayOf } from './time-words.ts'

export const useApps = () => useQuery({ queryKey: ['security', 'apps'], queryFn: async () => valueOf(await listApps()) })

/** Authenticator apps as second factor: listed, added, removed. */
export function AuthenticatorApps() {
	const apps = useApps()
	const queries = useQueryClient()
	const [isAdding, setAdding] = useState(false)
	const reload = () => void queries.invalidateQueries({ queryKey: ['security'] })

	return (
		<section aria-labelledby="apps" className="grid grid-cols-1 justify-items-start gap-4">
			<h3 id="apps">Authenticator app</h3>
			<p className="max-w-read">
				With an authenticator app a sign-in asks for a code from your phone as well. Whoever has your password or your mailbox then still
				cannot change your account.
			</p>
			<Loaded query={apps} what="your authenticator apps">
				{(list) => (
					<>
						{list.length === 0 ? <p className="text-soft">No app yet.</p> : <AppList apps={list} onRemoved={reload} />}
						<Button variant="secondary" onClick={() => setAdding(true)}>
							Add an Authenticator App
						</Button>
						<Dialog title="Add an authenticator app" isOpen={isAdding} onClose={() => setAdding(false)} closeLabel="Cancel">
							<AddApp
								onAdded={() => {
									setAdding(false)
									reload()
								}}
							/>
						</Dialog>
					</>
				)}
			</Loaded>
		</section>
	)
}

function AppList({ apps, onRemoved }: { apps: readonly AppFactor[]; onRemoved: () => void }) {
	const { run } = useGuardedCall()
	const remove = async (app: AppFactor) => {
		const words = { title: 'App removed', description: 'Its codes are no longer accepted' }
		if (await run(() => removeApp(app.id), words)) onRemoved()
	}
	return (
		<ul className="grid w-full max-w-read gap-2">
			{apps.map((app) => (
				<li key={app.id} className="flex flex-wrap items-center justify-between gap-x-5 border-b border-line py-1">
					<span className="min-w-0 break-words">
						<strong>{app.name || 'Authenticator app'}</strong> <span className="text-soft">since {dayOf(app.addedAt)}</span>
					</span>
					<ConfirmButton
						label="Remove"
						name={app.name || 'authenticator app'}
						title="Remove this app?"
						confirmLabel="Remove App"
						onConfirm={() => remove(app)}
					>
						<p>
							{apps.length === 1
								? 'It is your only one: signing in will no longer ask for its code, and your recovery codes end with it.'
								: 'Its codes will no longer be accepted.'}
						</p>
					</ConfirmButton>
				</li>
			))}
		</ul>
	)
}
