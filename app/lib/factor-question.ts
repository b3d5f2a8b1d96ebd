type Question = { answered: Promise<boolean>; answer: (isPassed: boolean) => void }

let question: Question | null = null
let wasDeclined = false
const dialogs = new Set<() => void>()
const passed = new Set<() => void>()

/** A person who has said no is asked again only by what they do themselves. */
const isOnOwnAccord = () => navigator.userActivation?.isActive ?? true

/**
 * Asks the person for the second factor, in the one dialog of the page; calls at once share it.
 * @returns whether the session was lifted; false also on pages without the dialog
 */
export function askForFactor(): Promise<boolean> {
	if (question) return question.answered
	if (dialogs.size === 0 || (wasDeclined && !isOnOwnAccord())) return Promise.resolve(false)
	const { promise, resolve } = Promise.withResolvers<boolean>()
	question = { answered: promise, answer: resolve }
	for (const notify of dialogs) notify()
	return promise
}

/** Whether the question stands. */
export const isFactorAsked = (): boolean => question !== null

/** The dialog's answer. */
export function answerFactorQuestion(isPassed: boolean): void {
	const asked = question
	question = null
	wasDeclined = !isPassed
	asked?.answer(isPassed)
	for (const notify of dialogs) notify()
	if (isPassed) for (const notify of passed) notify()
}

/** For the dialog: `notify` runs when the question comes and goes. @returns the function that takes the dialog away */
export function holdFactorDialog(notify: () => void): () => void {
	dialogs.add(notify)
	return () => {
		dialogs.delete(notify)
		if (dialogs.size === 0 && question) answerFactorQuestion(false)
	}
}

/** Runs `notify` whenever a session was lifted in place. @returns the function that stops it */
export function onFactorShown(notify: () => void): () => void {
	passed.add(notify)
	return () => passed.delete(notify)
}
