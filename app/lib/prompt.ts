/** True right after a user gesture. A declined prompt opens again only then. */
const hasUserGesture = () => navigator.userActivation?.isActive ?? true

/** Creates a prompt. Concurrent calls share it. */
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
		 * @returns true if the user passed; false if the user declined, on pages without the dialog, and after a refusal until the next user
		 * gesture
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

export type Prompt = ReturnType<typeof createPrompt>

export const secondFactorPrompt = createPrompt()
/** Prompt for a code sent by email or SMS. The correct code reauthenticates the session. */
export const proofPrompt = createPrompt()
