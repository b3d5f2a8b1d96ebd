import { useSyncExternalStore } from 'react'

import { EMPTY_TRIAL } from './trial-record.ts'
import { trialStore } from './trial-store.ts'

/** Returns this browser's trial progress and a function that changes it. Empty until hydration. */
export const useTrial = () => ({
	record: useSyncExternalStore(trialStore.subscribe, trialStore.read, () => EMPTY_TRIAL),
	change: trialStore.change,
})

export function PanelHead({ title, intro }: { title: string; intro: string }) {
	return (
		<>
			<h2>{title}</h2>
			<p className="mt-3 max-w-read text-lg">{intro}</p>
		</>
	)
}
