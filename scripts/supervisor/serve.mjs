// The command of the systemd service (scripts/install-service.ts): runs the supervisor of the current program. Installs and
// builds nothing.
import { asCommand } from '#scripts/ensure.mjs'
import { runInRelease } from '#scripts/program.mjs'

// Ignored during startup, which reads the current settings anyway. Without a listener, the signal would end this process.
process.on('SIGUSR2', () => {})

await asCommand(async () => {
	if (!(await runInRelease('supervisor/serve.mjs'))) await import('./main.ts')
	return process.exitCode
})
