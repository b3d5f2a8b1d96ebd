type Question = { answered: Promise<boolean>; answer: (isPassed: boolean) => void }

let question: Question | null = null
let wasDeclined = false
const dialogs = new Set<() => void>()
const passed = new Set<() => void>()

/** A person who has declined is asked again only after an action of their own. */
const isOnOwnAccord = () => navigator.userActivation?.isActive ?? true

/**
 * Asks the person for the second factor, in the one dialog of the page; concurrent calls share it.
 * @returns whether the second factor was shown; false also on pages without the dialog
 */
export function askForFactor(): Promise<boolean> {
	if (question) return question.answered
	if (dialogs.size === 0 || (wasDeclined && !isOnOwnAccord())) return Promise.resolve(false)
	const { promise, resolve } = Promise.withResolvers<boolean>()
	question = { answered: promise, answer: resolve }
	for (const notify of dialogs) notify()
	return promise
}

export const isFactorAsked = (): boolean => question !== null

export function answerFactorQuestion(isPassed: boolean): void {
	const asked = question
	question = null
	wasDeclined = !isPassed
	asked?.answer(isPassed)
	for (const notify of dialogs) notify()
	if (isPassed) for (const notify of passed) notify()
}

/** For the dialog: `notify` runs when a question starts or ends. @returns the function that removes the dialog */
export function holdFactorDialog(notify: () => void): () => void {
	dialogs.add(notify)
	return () => {
		dialogs.delete(notify)
		if (dialogs.size === 0 && question) answerFactorQuestion(false)
	}
}

/** Runs `notify` whenever the second factor was shown in place. @returns the function that stops it */
export function onFactorShown(notify: () => void): () => void {
	passed.add(notify)
	return () => passed.delete(notify)
}
