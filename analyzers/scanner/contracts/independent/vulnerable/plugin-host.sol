pragma solidity ^0.4.24;

contract PluginHost {
    address public boss;
    uint public runs;

    constructor() public {
        boss = msg.sender;
    }

    function runPlugin(address plugin, bytes input) public returns (bool) {
        runs++;
        return plugin.delegatecall(input); // expect: controlled-delegatecall
    }
}
