// The command of the systemd service (scripts/install-service.ts): runs the supervisor of the current program. Installs and
// builds nothing.
import { asCommand } from '#scripts/ensure.mjs'
import { runInRelease } from '#scripts/program.mjs'

// A reload during the start would end this process, and has nothing to do: the start reads the current settings.
process.on('SIGUSR2', () => {})

await asCommand(async () => {
	if (!(await runInRelease('supervisor/serve.mjs'))) await import('./main.ts')
	return process.exitCode
})
