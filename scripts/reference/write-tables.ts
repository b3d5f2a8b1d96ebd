import { plugins } from '#server/process/plugins.ts'
import { registryWith } from '#server/services/people/privacy/registry/registry.ts'
import { PROTECTION_CLASSES } from '#server/services/people/privacy/registry/table-rule.ts'

import { GENERATED_NOTE, table } from './table.ts'

export function writeTables(): string {
	const rules = registryWith(plugins)
	const rows = PROTECTION_CLASSES.map((name) => {
		const names = rules.filter(({ protection }) => protection === name).map((rule) => `\`${rule.table}\``)
		return [name, names.toSorted().join(', ')]
	})
	return `# Tables by class of protection\n\n${GENERATED_NOTE} from the privacy registry. The classes: [data protection](../data-protection.md#classes-of-protection).\n\n${table(['Class', 'Tables'], rows)}`
}
