import { type ReactNode, useEffect, useState } from 'react'
import { useFetchers, useLocation, useRevalidator } from 'react-router'

import { DiscardOwnDraft } from '#app/admin/routes/content/discard-own.tsx'
import { RESTORED, SaveStatus } from '#app/admin/routes/content/save-status.tsx'
import { useAutosave } from '#app/admin/routes/content/use-autosave.ts'
import { STICKY_BAR_CLASSES, toFormId } from '#app/admin/ui/action-form.tsx'
import { useHydrated } from '#app/lib/use-hydrated.ts'
import { Button } from '#app/ui/button.tsx'

type DraftBarProps = {
	/** URL of the form. */ action: string
	/** URL that saves its fields. */ address: string
	/** URL of the saved email. */ preview: string
	/** Version that the form shows. */ seen: string
	/** @param seen version that the save made */
	onSaved: (seen: string) => void
	/** Called once the server has the text of a page that was left; the form still shows version `seen`. */
	onRestored: (seen: string) => void
	/** True if the form shows text that was restored that way. */
	isRestored: boolean
	children?: ReactNode
}

/** Autosaves a form. Renders a bar with the form's actions, a Save button and the save status. */
export function DraftBar({ action, address, preview, seen, onSaved, onRestored, isRestored, children }: DraftBarProps) {
	const hasScript = useHydrated()
	const { pathname } = useLocation()
	const { revalidate } = useRevalidator()
	const isSubmitted = useFetchers().some(({ formAction }) => formAction === action)
	const formId = toFormId(action)
	const [isOutdated, setIsOutdated] = useState(false)
	const findForm = () => document.querySelector<HTMLFormElement>(`form#${formId}`)
	const { state, isRestoring, discard, markOtherSeen } = useAutosave({
		file: address,
		address,
		base: seen,
		baseName: 'seen',
		fillsFields: true,
		isOn: true,
		findForm,
		onAnswer({ base }, isOfPageLeft) {
			if (isOfPageLeft && base !== seen) {
				setIsOutdated(true)
				onRestored(seen)
			} else onSaved(base)
			void revalidate()
		},
	})
	useEffect(() => {
		const form = document.getElementById(formId)
		if (form) form.inert = isRestoring || isOutdated
	}, [formId, isRestoring, isOutdated])
	return (
		<div
			className={
				hasScript
					? `${STICKY_BAR_CLASSES} max-md:gap-x-2 max-md:[&_.btn:not(dialog_*)]:px-2 max-md:[&_.btn:not(dialog_*)]:text-(length:--text-sm)`
					: 'action-row'
			}
		>
			{children}
			<Button type="submit" form={formId} name="do" value="save" variant="secondary" pending={isSubmitted}>
				Save draft
			</Button>
			<SaveStatus
				state={state}
				conflict={
					<>
						<span>
							<a href={preview} target="_blank" rel="noreferrer" onClick={markOtherSeen}>
								See the other version
							</a>
							. After that, saving replaces it with yours.
						</span>
						<DiscardOwnDraft href={pathname} onDiscard={discard} />
					</>
				}
			/>
			{isRestored && state.is === 'clean' && <p className="text-soft">{RESTORED}</p>}
		</div>
	)
}

/**
 * Counts how often the form must be reset to newer data, because text from a page that was left has reached the server.
 * @param seen version of the page's data
 */
export function useRestored(seen: string) {
	const [times, setTimes] = useState(0)
	const [outdated, setOutdated] = useState<string | null>(null)
	if (outdated !== null && outdated !== seen) {
		setOutdated(null)
		setTimes(times + 1)
	}
	return { times, onRestored: setOutdated }
}
