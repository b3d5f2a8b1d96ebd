import { isComplete, type Rating, type SelectorAnswers, type SelectorQuestionId } from '#domain/selector/selector-questions.ts'

export type Selection = { answers: SelectorAnswers; isCalculated: boolean }

export type SelectorState = Selection & {
	/** State before a reset or before adopting shared answers, for one undo. */
	before: Selection | null
}

export type SelectorEvent =
	| { type: 'rate'; id: SelectorQuestionId; rating: Rating }
	| { type: 'unrate'; id: SelectorQuestionId }
	| { type: 'calculate' }
	| { type: 'reset' }
	| { type: 'adopt'; answers: SelectorAnswers }
	| { type: 'undo' }
	| { type: 'restore'; selection: Selection }

export const EMPTY_SELECTION: Selection = { answers: {}, isCalculated: false }
export const EMPTY_STATE: SelectorState = { ...EMPTY_SELECTION, before: null }

const put = ({ answers, isCalculated }: Selection, before: Selection | null): SelectorState => ({ answers, isCalculated, before })

/** Reducer of the selector. Results can be shown once every question is answered, and stay until a reset or undo. */
export function selectorReducer(state: SelectorState, event: SelectorEvent): SelectorState {
	const { answers, isCalculated } = state
	switch (event.type) {
		case 'rate':
			if (answers[event.id] === event.rating) return state
			return put({ answers: { ...answers, [event.id]: event.rating }, isCalculated }, null)
		case 'unrate': {
			const { [event.id]: _gone, ...rest } = answers
			return put({ answers: rest, isCalculated }, null)
		}
		case 'calculate':
			return isComplete(answers) ? { ...state, isCalculated: true } : state
		case 'reset':
			return put(EMPTY_SELECTION, { answers, isCalculated })
		case 'adopt':
			return put({ answers: event.answers, isCalculated: true }, { answers, isCalculated })
		case 'undo':
			return state.before ? put(state.before, null) : state
		case 'restore':
			return put(event.selection, null)
	}
}
