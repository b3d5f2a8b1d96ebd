/** After a decline, the question is only asked again on the user's own action. */
const isOnOwnAccord = () => navigator.userActivation?.isActive ?? true

/** A question to the person, in the one dialog of the page that holds it; concurrent calls share it. */
function createQuestion() {
	let asked: { answered: Promise<boolean>; resolve: (isPassed: boolean) => void } | null = null
	let wasDeclined = false
	const dialogs = new Set<() => void>()
	const passed = new Set<() => void>()

	function answer(isPassed: boolean): void {
		const question = asked
		asked = null
		wasDeclined = !isPassed
		question?.resolve(isPassed)
		for (const notify of dialogs) notify()
		if (isPassed) for (const notify of passed) notify()
	}

	return {
		/** @returns whether the person answered rightly; false also on pages without the dialog */
		ask: (): Promise<boolean> => {
			if (asked) return asked.answered
			if (dialogs.size === 0 || (wasDeclined && !isOnOwnAccord())) return Promise.resolve(false)
			const { promise, resolve } = Promise.withResolvers<boolean>()
			asked = { answered: promise, resolve }
			for (const notify of dialogs) notify()
			return promise
		},
		isAsked: () => asked !== null,
		/** For the dialog. */
		answer,
		/** For the dialog: `notify` runs when the question starts or ends. @returns the function that removes the dialog */
		hold: (notify: () => void): (() => void) => {
			dialogs.add(notify)
			return () => {
				dialogs.delete(notify)
				if (dialogs.size === 0 && asked) answer(false)
			}
		},
		/** Runs `notify` after each right answer. @returns the function that stops it */
		onPassed: (notify: () => void): (() => void) => {
			passed.add(notify)
			return () => passed.delete(notify)
		},
	}
}

export type Question = ReturnType<typeof createQuestion>

/** The account's second factor. */
export const factorQuestion = createQuestion()
/** A code by message, which makes the session fresh again. */
export const proofQuestion = createQuestion()
