import { parseTerms } from "./parse-terms.ts";

export const QUANTUM_TERMS = parseTerms(`
Quantum computing | quantum computer, quantum computation | qubit, quantum algorithm, quantum error correction, quantum advantage
Computing with quantum states, which can be superposed and entangled, so that wrong answers cancel and right ones add up. For some problems, such as factoring, it needs far fewer steps. It does not speed up everything, and today's machines are small and noisy.

Qubit | quantum bit, qubits, physical qubit | superposition, logical qubit, coherence time
The unit of quantum information: a system with two states that can be in a weighted combination of both. When measured, it gives 0 or 1. The number of qubits alone says little; error rates and connections determine what can be done with them.

Superposition | quantum superposition | qubit, entanglement, quantum measurement
The state of a quantum system that is in a weighted combination of states until it is measured. A quantum computer does not simply try all answers at once: measuring yields one, so an algorithm must first make the right one likely.

Entanglement | quantum entanglement, entangled, Bell pair | superposition, quantum teleportation, quantum network
A link between quantum systems: measuring them gives results that are correlated more strongly than anything classical allows, at any distance. It is a resource for computing and for secure keys. It can't send messages faster than light.

Quantum measurement | measurement, wave function collapse, Born rule | superposition, qubit
Reading a quantum system, which gives one of the possible results by chance and ends the superposition. The probabilities follow from the squares of the weights. Information that wasn't measured is lost.

Quantum interference | interference | superposition, quantum algorithm
The way the weights of quantum states add up or cancel out, like waves. Quantum algorithms depend on it: paths to wrong answers are made to cancel. Noise destroys it.

Quantum gate | quantum circuit, quantum gates, gate fidelity | qubit, quantum algorithm, universal gate set
A step of a quantum program that turns the state of one or more qubits, reversibly. A circuit is a series of gates. The fidelity of two-qubit gates, in percent or in nines, is a key figure of every machine.

Universal gate set | universal quantum computer, Clifford gates, T gate, magic state | quantum gate, fault tolerance
A small set of gates from which every quantum program can be built. Clifford gates alone are not enough and can be simulated; the T gate makes the difference. In error-corrected machines it is the expensive one.

Decoherence | quantum noise, noise | coherence time, quantum error correction, qubit
The loss of quantum behavior through contact with the surroundings: heat, fields, stray light. It is why machines are cooled and shielded. It limits how long a program can run.

Coherence time | T1, T2, coherence | decoherence, qubit
How long a qubit retains its state: microseconds to milliseconds in superconductors, seconds and more in trapped ions. What matters is how many gates fit into that time. Long times with slow gates aren't necessarily a gain.

Quantum error correction | QEC, surface code, error correction | logical qubit, fault tolerance, decoherence
Spreading one qubit's information over many, so that errors can be found and corrected without measuring that information. It works only if each part's error rate is below a threshold, about 1% for the surface code. Showing that adding qubits can reduce errors was a recent milestone.

Logical qubit | error-corrected qubit | quantum error correction, qubit, fault tolerance
A qubit made of many physical ones, with errors corrected. One may take from tens to a thousand or more, depending on quality and code. When a record is reported, ask which kind is counted and for how many rounds it survived.

Fault tolerance | fault-tolerant quantum computing, FTQC, error threshold | quantum error correction, logical qubit, NISQ
Computing reliably with unreliable parts, because errors are corrected faster than they spread. Breaking keys or simulating larger molecules requires it. Most roadmaps set it as a goal for around 2030, but roadmaps are intentions.

NISQ | noisy intermediate-scale quantum, noisy intermediate scale quantum | fault tolerance, variational quantum algorithm
Today's kind of machine: tens to a few thousand qubits without full error correction. John Preskill coined the term in 2018. Its programs must be short, and business use is still mostly research.

Quantum advantage | quantum supremacy, quantum utility | quantum computing, boson sampling, quantum simulation
When a quantum computer does something that no ordinary one can do in reasonable time, useful or not. Google first claimed it in 2019, for sampling random circuits. Better classical methods have since overtaken several claims.

Quantum volume | CLOPS, quantum benchmark | quantum gate, qubit, quantum advantage
A single figure for how large a square random circuit a machine runs well enough, in powers of two. It reflects the quality of the qubits as well as their number. Manufacturers choose the figure that suits them, so compare like with like.

Quantum algorithm | quantum software | Shor's algorithm, Grover's algorithm, quantum interference
A procedure for a quantum computer that uses superposition and interference. Known ones give large gains for factoring and simulation, modest ones for search. Loading data and reading results can eat up the gain.

Shor's algorithm | Shor, Shors algorithm | post-quantum cryptography, logical qubit, digital signature
A quantum method, published by Peter Shor in 1994, to factor numbers and find discrete logarithms quickly. On a large error-corrected machine it would break RSA and the elliptic curves of Bitcoin and Ethereum. No machine today comes near the size this would take.

Grover's algorithm | Grover, Grovers algorithm, quantum search | quantum algorithm, cryptographic hash
A quantum search that takes about the square root of the usual number of steps. It would halve the effective length of keys and hashes, so 256 bits remain ample. In practice its steps are slow and do not parallelize well.

Variational quantum algorithm | VQE, QAOA, variational quantum eigensolver | NISQ, quantum machine learning
A program shared between a small quantum circuit and an ordinary optimizer that adjusts it. It was designed for noisy machines. Whether it beats good classical methods at useful sizes is an open question.

Quantum machine learning | QML | quantum algorithm, machine learning, variational quantum algorithm
Using quantum computers to learn from data. Advantages are proven for special cases, and some celebrated ones disappeared when classical methods caught up. Getting ordinary data into qubits is a bottleneck.

Quantum simulation | quantum simulator, analog quantum simulation | quantum computing, quantum advantage
Letting one quantum system imitate another, such as a molecule or a material. It is what Feynman proposed quantum computers for, and perhaps their first real use. The word simulator also means ordinary programs that imitate quantum computers.

Quantum annealing | quantum annealer, D-Wave, adiabatic quantum computing | quantum algorithm, superconducting qubit
A special method that lets a quantum system settle towards low energy, to find good solutions to optimization problems. Annealers have thousands of qubits, which cannot be compared with those of gate machines. They do not run Shor's algorithm.

Boson sampling | random circuit sampling, sampling problem | quantum advantage, photonic qubit
A task designed to be hard for ordinary computers but natural for light in a maze of mirrors: drawing samples from an unusual distribution. Its purpose is to demonstrate an advantage. It has no established practical use.

Superconducting qubit | transmon, superconducting qubits | qubit, coherence time, quantum annealing
A qubit in a circuit of superconductors near absolute zero, used by Google and IBM among others. Gates are fast, tens of nanoseconds; coherence times are short, and wiring and cooling many such qubits is the difficulty.

Trapped ion | ion trap, trapped-ion qubit, trapped ions | qubit, neutral atom qubit, coherence time
A qubit in a single charged atom, trapped by electric fields and controlled by lasers. Ions are identical and stable, and have some of the best gates. They are slow, and hard to scale in one trap.

Neutral atom qubit | neutral atoms, Rydberg atom, neutral-atom computer | trapped ion, qubit, quantum simulation
A qubit in an uncharged atom trapped by laser light, in grids of hundreds to thousands that can be rearranged. Qubit counts are growing quickly. Gates are slower than in superconductors, and lost atoms must be replaced.

Photonic qubit | photonic quantum computing, photon qubit | qubit, boson sampling, quantum network
A qubit in a particle of light. It travels well, and much of the equipment works at room temperature. Photons barely interact with each other and get lost, so gates succeed by chance and need many attempts.

Topological qubit | Majorana, topological quantum computing | qubit, quantum error correction
A qubit with its information stored in the arrangement of a whole system, which would protect it from local noise. It is promising in theory. Evidence for the particles it needs has been disputed, and one widely noted paper was retracted.

Post-quantum cryptography | PQC, post quantum cryptography, quantum-resistant, quantum-safe, quantum resistant cryptography, ML-KEM, Kyber | Shor's algorithm, harvest now decrypt later, lattice cryptography
Methods for ordinary computers that are believed to withstand quantum ones as well. NIST published the first standards in August 2024: ML-KEM for key exchange, ML-DSA and SLH-DSA for signatures. Keys and signatures are larger, which matters on blockchains.

Lattice cryptography | lattice-based cryptography, learning with errors, LWE, ML-DSA, Dilithium | post-quantum cryptography, homomorphic encryption
Cryptography based on the difficulty of finding short vectors in a grid with many dimensions. The main post-quantum standards use it. It is well studied, though for fewer years than factoring.

Harvest now decrypt later | store now decrypt later, HNDL, Q-Day, Y2Q | post-quantum cryptography, encryption
Recording encrypted data today to decrypt it once a quantum computer can. That makes switching urgent for data that must stay secret for many years. Signatures are not affected in the same way: no one can forge them until such a computer exists.

Quantum threat to bitcoin | quantum attack on bitcoin, quantum risk, quantum threat | Shor's algorithm, public key, post-quantum cryptography
The risk that a future quantum computer derives private keys from public ones. Coins with a visible public key, from old outputs or reused addresses, are exposed first. Moving a whole network to new signatures takes years, so planning has to start early.

Quantum key distribution | QKD, quantum cryptography, BB84 | entanglement, quantum network, post-quantum cryptography
Agreeing on a secret key using light, so that eavesdropping leaves traces. Its security is based on physics, but the devices must be built correctly. It needs special links, is limited in distance and does not verify who is at the other end.

Quantum network | quantum internet, quantum repeater | entanglement, quantum key distribution, quantum teleportation
Links that carry qubits or share entanglement between distant sites. Signals cannot be copied on the way, so repeaters based on entanglement are needed, which are still experimental. Possible uses are secure keys, sensors and linked computers.

Quantum teleportation | teleportation | entanglement, no-cloning theorem, quantum network
Moving the state of a qubit to another place by means of shared entanglement and two ordinary bits. Nothing travels faster than light, and the original state is gone. It is a building block of networks and computers.

No-cloning theorem | no-cloning, no cloning theorem | quantum key distribution, qubit, quantum error correction
The law that an unknown quantum state cannot be copied. It protects quantum keys from being read unnoticed. It also rules out simple backups, which makes error correction complicated.

Quantum random number generator | QRNG, quantum randomness | quantum measurement, encryption
A device that generates random numbers from quantum events, which no one can predict even in principle. Good ordinary generators suffice for nearly all uses. A faulty device can be as weak as any other.

Quantum sensing | quantum sensor, quantum metrology, atomic clock | coherence time, entanglement
Measuring time, gravity or magnetic fields with quantum systems, as atomic clocks have long done. It is the quantum technology closest to everyday use. Its sensitivity is both its strength and its weakness.

Homomorphic encryption | FHE, fully homomorphic encryption | encryption, lattice cryptography, multi-party computation
Encryption that lets you compute on data without decrypting it. A service could work on data it cannot read. It is many times slower than ordinary computing, though improving.
`);
