import { useQuery } from '@tanstack/react-query'

import { loadSignInWays } from '#app/lib/sign-in-ways.ts'
import { toast } from '#app/ui/toast-store.ts'

import { Factors } from './factor-list.tsx'
import { NameStep } from './name-step.tsx'
import { addKey, useFactors } from './security-calls.ts'

/** Lists the security keys, even if the site doesn't accept new ones. */
export function SecurityKeys() {
	const ways = useQuery({ queryKey: ['ways'], queryFn: loadSignInWays })
	const factors = useFactors()
	const isOffered = ways.data?.hasSecurityKeys === true
	// The list of apps above already shows the error.
	if (!factors.data || (!isOffered && factors.data.keys.length === 0)) return null
	const { apps, keys } = factors.data
	const canAdd = isOffered && 'PublicKeyCredential' in window

	return (
		<section aria-labelledby="keys" className="grid grid-cols-1 justify-items-start gap-4">
			<h3 id="keys">Security key</h3>
			<p className="max-w-read">
				A key that you plug in or hold to your phone. You touch it to sign in instead of typing a code. It only works on this site, so no
				one can trick you into giving it away.
			</p>
			<Factors
				factors={keys}
				kind="key"
				unnamed="Security key"
				removedText="It no longer signs you in"
				isLast={apps.length + keys.length === 1}
				add={['Add a Security Key', 'Add a security key']}
				instead={canAdd ? undefined : isOffered && <p className="text-soft">This browser does not support security keys.</p>}
				renderAdding={(onAdded) => <AddKey onAdded={onAdded} />}
			/>
		</section>
	)
}

function AddKey({ onAdded }: { onAdded: () => void }) {
	const tell = () => {
		toast({ title: 'Key added', description: 'From now on, you touch it to sign in. Other devices have been signed out.' })
		onAdded()
	}
	return (
		<NameStep
			suggested="My key"
			hint="So you can tell later which key it is."
			note="Have the key ready: your browser will ask for it next."
			button="Add Key"
			call={addKey}
			onDone={tell}
		/>
	)
}
