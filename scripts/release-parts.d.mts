interface Component {
  readonly name: string;
  readonly version: string;
  readonly 'bom-ref'?: string;
}
interface Sbom {
  readonly metadata: { readonly component: { readonly name: string; readonly 'bom-ref': string } };
  readonly components: readonly Component[];
  readonly dependencies: readonly {
    readonly ref: string;
    readonly dependsOn?: readonly string[];
  }[];
}
interface Lock {
  readonly packages: Readonly<
    Record<string, { readonly name?: string; readonly version?: string; readonly dev?: boolean }>
  >;
}
export declare const isShipped: (path: string) => boolean;
export declare function billOfMaterials(
  sbom: Sbom,
  options: { readonly lock: Lock; readonly nodeVersion: string },
): Sbom;
export declare function sign(file: string, key: string | undefined): boolean;
