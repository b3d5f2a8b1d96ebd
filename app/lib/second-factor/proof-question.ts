let asked: { answered: Promise<boolean>; answer: (isProven: boolean) => void } | null = null
const dialogs = new Set<() => void>()

const notifyAll = () => {
	for (const notify of dialogs) notify()
}

/**
 * Asks the person for a code by message, in the one dialog of the page; concurrent calls share it.
 * @returns whether the session is fresh again; false also on pages without the dialog
 */
export function askForProof(): Promise<boolean> {
	if (asked) return asked.answered
	if (dialogs.size === 0) return Promise.resolve(false)
	const { promise, resolve } = Promise.withResolvers<boolean>()
	asked = { answered: promise, answer: resolve }
	notifyAll()
	return promise
}

export const isProofAsked = (): boolean => asked !== null

export function answerProofQuestion(isProven: boolean): void {
	const answered = asked
	asked = null
	answered?.answer(isProven)
	notifyAll()
}

/** For the dialog: `notify` runs when a question starts or ends. @returns the function that removes the dialog */
export function holdProofDialog(notify: () => void): () => void {
	dialogs.add(notify)
	return () => {
		dialogs.delete(notify)
		if (dialogs.size === 0 && asked) answerProofQuestion(false)
	}
}
