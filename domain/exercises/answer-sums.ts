import type { ExerciseSum } from './exercise.ts'
import { evaluateFormula, parseFormula, type Figures } from './formula.ts'

/**
 * Calculates an exercise's sums in order; null for each that can't be calculated, for example because a value is missing. Later
 * sums can use the id of earlier ones.
 */
export function answerSums(sums: readonly Pick<ExerciseSum, 'id' | 'formula'>[], figures: Figures): (number | null)[] {
	const fields = new Map(figures.fields)
	return sums.map(({ id, formula }) => {
		const parsed = parseFormula(formula)
		const answer = parsed.ok ? evaluateFormula(parsed.formula, { ...figures, fields }) : null
		if (id !== undefined && answer !== null) fields.set(id, answer)
		return answer
	})
}
