type Page = { sections: readonly unknown[]; details?: readonly { label: string; value: string }[] }

const COUNTED = /^(\d+) (lesson|section)s?$/

/** Updates a fact such as “8 lessons” of a module's page whose lessons have changed. A number that was already different stays. */
export function recountLessons<Changed extends Page>(before: Page, changed: Changed): Changed {
	const [old, now] = [before.sections.length, changed.sections.length]
	const details = changed.details?.map((fact) => {
		const [, number, noun] = COUNTED.exec(fact.value) ?? []
		return Number(number) === old ? { ...fact, value: `${now} ${noun}${now === 1 ? '' : 's'}` } : fact
	})
	return details ? { ...changed, details } : changed
}
