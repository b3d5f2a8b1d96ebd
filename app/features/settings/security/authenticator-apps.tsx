import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { Loaded } from '#app/lib/loaded.tsx'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'

import { AddApp } from './add-app.tsx'
import { FactorList } from './factor-list.tsx'
import { useFactors } from './security-calls.ts'

export function AuthenticatorApps() {
	const factors = useFactors()
	const queries = useQueryClient()
	const [isAdding, setAdding] = useState(false)
	const reload = () => void queries.invalidateQueries({ queryKey: ['security'] })

	return (
		<section aria-labelledby="apps" className="grid grid-cols-1 justify-items-start gap-4">
			<h3 id="apps">Authenticator app</h3>
			<p className="max-w-read">
				With an authenticator app, signing in also takes a code from your phone. Then someone who has your password or gets into your email
				still cannot change your account.
			</p>
			<Loaded query={factors} what="your authenticator apps" room="min-h-23">
				{({ apps, keys }) => (
					<>
						{apps.length === 0 ? (
							<p className="text-soft">No app yet.</p>
						) : (
							<FactorList
								factors={apps}
								kind="app"
								unnamed="Authenticator app"
								removedText="Its codes are no longer accepted"
								isLast={apps.length + keys.length === 1}
								onRemoved={reload}
							/>
						)}
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
