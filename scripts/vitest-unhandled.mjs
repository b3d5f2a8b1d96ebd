// Vitest reporter for errors outside of tests. They fail the run, but are missing from Vitest's JSON report.
import fs from 'node:fs'
import path from 'node:path'

export default class UnhandledErrorReporter {
	onInit({ config }) {
		this.file = path.join(path.dirname(config.outputFile.json), 'unhandled.json')
	}

	onTestRunEnd(_modules, errors) {
		fs.writeFileSync(this.file, JSON.stringify(errors.map(({ name, message, stack }) => ({ name, message, stack }))))
	}
}
