import { Link } from 'react-router'

import { paths } from '#contracts/paths.ts'
import { currentAgeRule } from '#domain/consents/age-rule.ts'

/** Age rule, shown next to every button that creates an account or an order. */
export function AgeNote() {
	return (
		<p className="max-w-read basis-full pt-2 text-sm">
			{currentAgeRule.words}{' '}
			<Link className="link whitespace-nowrap" to={paths.under18}>
				Under 18?
			</Link>
		</p>
	)
}
