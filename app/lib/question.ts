/** True right after a user gesture. A prompt that was declined opens again only after one. */
const hasUserGesture = () => navigator.userActivation?.isActive ?? true

/** Creates a prompt, which concurrent calls share. */
function createPrompt() {
	let pending: { answered: Promise<boolean>; resolve: (isPassed: boolean) => void } | null = null
	let wasDeclined = false
	const dialogs = new Set<() => void>()
	const passed = new Set<() => void>()

	function answer(isPassed: boolean): void {
		const question = pending
		pending = null
		wasDeclined = !isPassed
		question?.resolve(isPassed)
		for (const notify of dialogs) notify()
		if (isPassed) for (const notify of passed) notify()
	}

	return {
		/**
		 * @returns true if the user passed; false if not, on pages without the dialog, and after an earlier refusal until the
		 * next user gesture
		 */
		ask: (): Promise<boolean> => {
			if (pending) return pending.answered
			if (dialogs.size === 0 || (wasDeclined && !hasUserGesture())) return Promise.resolve(false)
			const { promise, resolve } = Promise.withResolvers<boolean>()
			pending = { answered: promise, resolve }
			for (const notify of dialogs) notify()
			return promise
		},
		isAsked: () => pending !== null,
		answer,
		/**
		 * Registers the dialog; `notify` runs when a prompt starts or ends.
		 * @returns a function that unregisters it
		 */
		hold: (notify: () => void): (() => void) => {
			dialogs.add(notify)
			return () => {
				dialogs.delete(notify)
				if (dialogs.size === 0 && pending) answer(false)
			}
		},
		/**
		 * Runs `notify` each time the user passes.
		 * @returns a function that removes the listener
		 */
		onPassed: (notify: () => void): (() => void) => {
			passed.add(notify)
			return () => passed.delete(notify)
		},
	}
}

export type Question = ReturnType<typeof createPrompt>

export const secondFactorPrompt = createPrompt()
/** Prompt for a code sent by message. The correct code reauthenticates the session. */
export const proofQuestion = createPrompt()
