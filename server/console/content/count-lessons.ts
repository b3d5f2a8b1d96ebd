type Page = { sections: readonly unknown[]; details?: readonly { label: string; value: string }[] }

const COUNTED = /^(\d+) (lesson|section)s?$/

/** Updates a count such as “8 lessons” in the facts of a module's page. A number that didn't match before is kept. */
export function recountLessons<Changed extends Page>(before: Page, changed: Changed): Changed {
	const [old, now] = [before.sections.length, changed.sections.length]
	const details = changed.details?.map((fact) => {
		const [, number, noun] = COUNTED.exec(fact.value) ?? []
		return Number(number) === old ? { ...fact, value: `${now} ${noun}${now === 1 ? '' : 's'}` } : fact
	})
	return details ? { ...changed, details } : changed
}
