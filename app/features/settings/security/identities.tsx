import { useQuery, useQueryClient } from '@tanstack/react-query'

import { Loaded, valueOf } from '#app/lib/loaded.tsx'
import { useGuardedCall } from '#app/lib/second-factor/use-guarded-call.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmButton } from '#app/ui/confirm-button.tsx'

import { type Identity, linkProvider, listIdentities, listProviders, nameOfProvider, unlinkIdentity } from './identity-calls.ts'
import { dayOf } from './time-words.ts'

/** Ways in that belong to the account. The last one stays; another is offered only where this site has one set up. */
export function Identities() {
	const queries = useQueryClient()
	const identities = useQuery({ queryKey: ['security', 'identities'], queryFn: async () => valueOf(await listIdentities()) })
	const providers = useQuery({ queryKey: ['security', 'providers'], queryFn: ({ signal }) => listProviders(signal) })
	const { isBusy, run } = useGuardedCall()

	const unlink = async (identity: Identity) => {
		const words = { title: 'Unlinked', description: `${nameOfProvider(identity.provider)} no longer signs you in` }
		if (await run(() => unlinkIdentity(identity), words)) void queries.invalidateQueries({ queryKey: ['security', 'identities'] })
	}

	return (
		<section aria-labelledby="identities" className="grid grid-cols-1 justify-items-start gap-4">
			<h3 id="identities">Linked identities</h3>
			<Loaded query={identities} what="your linked identities">
				{(list) => (
					<>
						{list.length === 0 && <p className="text-soft">No identity is linked yet.</p>}
						<ul className="grid w-full max-w-read gap-2">
							{list.map((identity) => (
								<li key={identity.identity_id} className="flex flex-wrap items-center justify-between gap-x-5 border-b border-line py-2">
									<IdentityWords identity={identity} />
									{list.length > 1 && (
										<ConfirmButton
											label="Unlink"
											name={nameOfProvider(identity.provider)}
											title={`Unlink ${nameOfProvider(identity.provider)}?`}
											confirmLabel="Unlink"
											onConfirm={() => unlink(identity)}
										>
											<p>It will no longer sign you in here.</p>
										</ConfirmButton>
									)}
								</li>
							))}
						</ul>
						<div className="flex flex-wrap gap-4">
							{providers.data
								?.filter((provider) => !list.some((identity) => identity.provider === provider))
								.map((provider) => (
									<Button key={provider} variant="secondary" pending={isBusy} onClick={() => void run(() => linkProvider(provider))}>
										Link {nameOfProvider(provider)}
									</Button>
								))}
						</div>
					</>
				)}
			</Loaded>
		</section>
	)
}

function IdentityWords({ identity }: { identity: Identity }) {
	const email = identity.identity_data?.email
	return (
		<span className="min-w-0 break-words">
			<strong>{nameOfProvider(identity.provider)}</strong>{' '}
			<span className="text-soft">
				{typeof email === 'string' && `${email}, `}since {dayOf(identity.created_at ?? '')}
			</span>
		</span>
	)
}
