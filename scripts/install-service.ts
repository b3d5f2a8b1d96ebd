/**
 * `npm run install-service`: installs Launchway as a systemd service that starts with the machine. `-- --dry-run` only shows the
 * unit and the commands.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { home, nodeOf } from './ensure.mjs'

const UNIT_FILE = '/etc/systemd/system/launchway.service'
const ACCOUNT = 'launchway'

/** `backups`: separate folder for backups, to which the service may write as well. */
type Place = { folder: string; node: string; backups?: string | undefined }

/** Quotes a path, because systemd expands specifiers in paths and splits them at spaces. */
const quoted = (file: string) => `"${file.replaceAll('%', '%%').replaceAll(/["\\$]/g, '\\$&')}"`
const isBelowHome = (folder: string) => /^\/(?:home|root|run\/user)\//.test(`${folder}/`)

/**
 * Returns the systemd unit. The service may write only to its state, its cache and its backups, has no capabilities, and can't
 * gain privileges. Memory stays writable and executable, because Node.js compiles at run time.
 */
export const writeUnit = ({ folder, node, backups }: Place): string => `[Unit]
Description=Launchway online academy
Documentation=file://${folder.replaceAll('%', '%%').replaceAll(' ', '%%20')}/ops/README.md
Wants=network-online.target
After=network-online.target postgresql.service

[Service]
Type=exec
User=${ACCOUNT}
Group=${ACCOUNT}
WorkingDirectory=${folder.replaceAll('%', '%%')}
Environment=NODE_ENV=production DATA_DIR=/var/lib/launchway NODE_COMPILE_CACHE=/var/cache/launchway
ExecStart=${quoted(node)} scripts/supervisor/serve.mjs
ExecReload=/bin/kill -USR2 $MAINPID
Restart=on-failure
RestartSec=2
KillMode=mixed
TimeoutStopSec=90
LimitNOFILE=65536
StateDirectory=launchway
StateDirectoryMode=0700
CacheDirectory=launchway
UMask=0077
CapabilityBoundingSet=
AmbientCapabilities=
NoNewPrivileges=yes
ProtectSystem=strict${backups ? `\nReadWritePaths=${quoted(backups)}` : ''}
ProtectHome=${isBelowHome(folder) ? 'read-only' : 'yes'}
PrivateTmp=yes
PrivateDevices=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
RemoveIPC=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallErrorNumber=EPERM

[Install]
WantedBy=multi-user.target
`

type Steps = { folder: string; hasEnv: boolean; backups?: string | undefined }

/** Lists the commands that install the unit, in order. `hasEnv`: a settings file exists, which only the service may read. */
export const listInstallCommands = ({ folder, hasEnv, backups }: Steps): readonly (readonly [string, ...string[]])[] => [
	['systemd-sysusers', '--inline', `u ${ACCOUNT} - "Launchway" /var/lib/launchway`],
	...(hasEnv
		? ([
				['chown', `root:${ACCOUNT}`, path.join(folder, '.env')],
				['chmod', '0640', path.join(folder, '.env')],
			] as const)
		: []),
	...(backups ? ([['install', '--directory', `--owner=${ACCOUNT}`, '--mode=0700', backups]] as const) : []),
	['systemctl', 'daemon-reload'],
	['systemctl', 'enable', 'launchway.service'],
	// Starts it, or gives a running one the new unit and settings.
	['systemctl', 'restart', 'launchway.service'],
]

function install(): void {
	if (!existsSync(path.join(home, 'build', 'server'))) throw new Error('There is no build yet: run "npm run build" first.')
	const elsewhere = process.env['BACKUP_DIR']
	const place = { folder: home, node: nodeOf(home) ?? process.execPath, backups: elsewhere ? path.resolve(home, elsewhere) : undefined }
	const steps = listInstallCommands({ folder: home, hasEnv: existsSync(path.join(home, '.env')), backups: place.backups })
	if (process.argv.includes('--dry-run')) {
		console.log(`# ${UNIT_FILE}\n${writeUnit(place)}\n# Then`)
		for (const [command, ...args] of steps) console.log([command, ...args.map((arg) => (/[\s"]/.test(arg) ? `'${arg}'` : arg))].join(' '))
		return
	}
	if (process.getuid?.() !== 0) throw new Error('Only root can install a service: sudo npm run install-service')
	writeFileSync(UNIT_FILE, writeUnit(place))
	for (const [command, ...args] of steps) execFileSync(command, args, { stdio: 'inherit' })
	console.log('Installed. "journalctl --unit launchway --follow" shows its log, "systemctl status launchway" its state.')
}

if (process.argv[1] === import.meta.filename)
	try {
		install()
	} catch (error) {
		console.error(error instanceof Error ? error.message : error)
		process.exitCode = 1
	}
