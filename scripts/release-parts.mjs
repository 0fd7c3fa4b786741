// What a release carries besides the program: licences, a bill of materials, a signature.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { basename } from 'node:path';

/** Of installed packages, what no program reads: types, source maps, texts for people. */
const unread = /\.d\.[cm]?ts$|\.map$|\.(md|markdown)$/i;
/** Attribution is the one condition of most licences. */
const licence = /^(licen[cs]e|copying|notice|copyright|authors)/i;

export const isShipped = (path) => !unread.test(path) || licence.test(basename(path));

/**
 * @param sbom CycloneDX of everything that is installed here
 * @returns what runs: the packages of the server and of the app, which are bundled in `dist`, and Node
 */
export function billOfMaterials(sbom, { lock, nodeVersion }) {
  const runs = new Set(
    Object.entries(lock.packages)
      .filter(([path, { dev }]) => path !== '' && !dev)
      .map(([path, { name, version }]) => `${name ?? nameOf(path)}@${version}`),
  );
  const components = sbom.components.filter(({ name, version }) => runs.has(`${name}@${version}`));
  const refs = new Set([
    sbom.metadata.component['bom-ref'],
    ...components.map((component) => component['bom-ref']),
  ]);
  const node = {
    type: 'application',
    name: 'node',
    version: nodeVersion,
    purl: `pkg:generic/node@${nodeVersion}`,
  };
  // npm calls it after the folder of the clone.
  const component = { ...sbom.metadata.component, name: 'vigia' };
  return {
    ...sbom,
    metadata: { ...sbom.metadata, component },
    components: [...components, node],
    dependencies: sbom.dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn = [] }) => ({
        ref,
        dependsOn: dependsOn.filter((on) => refs.has(on)),
      })),
  };
}

const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 13);

/** What a signature of `ssh-keygen -Y` is for: one for something else is none of a release. */
const namespace = 'vigia-release';

/**
 * Writes the signature of a file beside it, as `.sig`; without a key there is none.
 * @param key path of a private key of SSH
 * @returns whether it is signed
 * @throws when ssh-keygen does not sign with it
 */
export function sign(file, key) {
  rmSync(`${file}.sig`, { force: true });
  if (!key) return false;
  const args = ['-Y', 'sign', '-f', key, '-n', namespace, file];
  const { status, stderr, error } = spawnSync('ssh-keygen', args, {
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status !== 0) throw new Error(`ssh-keygen: ${error?.message ?? stderr.trim()}`);
  return true;
}
